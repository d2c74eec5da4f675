import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { listMembers } from './read-members.ts'

const people = [
  { first_name: 'Mia', last_name: 'Wong', email: 'mia@demo.local', role: 'admin' },
  { first_name: 'Jo', last_name: 'Lindqvist', email: 'jo@demo.local', role: 'member' },
  { first_name: 'Sam', last_name: 'Okafor', email: 'sam@demo.local', role: 'member' },
  { first_name: 'Alex', last_name: 'Marin', email: 'alex@demo.local', role: 'guest' },
] as const

/** Makes the people of the demo by inviting them, as one would by hand; returns their ids by name. */
export async function demoPeople(deps: Deps, owner: Actor): Promise<Map<string, number>> {
  const known = async () => {
    const { results } = await listMembers(deps, owner, { page: 1, page_size: 100 })
    return new Map(results.map((member) => [member.email, member.user_id]))
  }
  const before = await known()
  for (const { role, email, ...name } of people) {
    if (before.has(email)) continue
    const { token } = await createInvitation(deps, owner, { email, role })
    // Nobody is meant to sign in as them: the password is thrown away.
    await acceptInvitation(deps, { ...name, token, password: deps.random.secret(24) }, 'demo')
  }
  return known()
}
