import type { Atelier } from '@atelier/sdk/src/index.ts'
import { notFound } from '../errors.ts'
import { harmless } from '../output.ts'

/** The id of a member: by id, by email, or "me". */
export async function memberNamed(client: Atelier, wanted: string): Promise<number> {
  if (/^\d+$/.test(wanted)) return Number(wanted)
  if (wanted === 'me') return (await client.workspaces.getCurrent()).user.id
  for await (const { user_id, email } of client.members.list.all({ search: wanted })) {
    if (email.toLowerCase() === wanted.toLowerCase()) return user_id
  }
  throw notFound(`There is no member with the email ${harmless(wanted)}.`)
}
