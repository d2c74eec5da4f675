import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { isEmailTaken } from './queries.ts'
import { listMembers } from './read-members.ts'

const people = [
  { first_name: 'Mia', last_name: 'Wong', role: 'member' },
  { first_name: 'Jo', last_name: 'Lindqvist', role: 'member' },
  { first_name: 'Sam', last_name: 'Okafor', role: 'member' },
  { first_name: 'Alex', last_name: 'Marin', role: 'guest' },
] as const

/** Each workspace has its own demo users: an existing user would already have a password. */
function demoEmail({ workspaceId }: Actor, firstName: string, round = 0): string {
  const host = `demo${workspaceId === 1 ? '' : workspaceId}${round === 0 ? '' : `-${round}`}`
  return `${firstName.toLowerCase()}@${host}.local`
}

/** An address that no user has; users stay when the demo is removed. */
async function freeEmail({ db }: Pick<Deps, 'db'>, owner: Actor, firstName: string) {
  for (let round = 0; ; round++) {
    const email = demoEmail(owner, firstName, round)
    if (!(await isEmailTaken(db.system, email))) return email
  }
}

/** Creates the demo users through invitations, as people do. Returns their ids by first name. */
export async function demoPeople(deps: Deps, owner: Actor): Promise<Map<string, number>> {
  const known = async () => {
    const { results } = await listMembers(deps, owner, { page: 1, page_size: 100 })
    const byEmail = new Map(
      results.map(({ email, user_id }) => [email.replace(/-\d+\.local$/, '.local'), user_id]),
    )
    const found = people.flatMap(({ first_name }): [string, number][] => {
      const userId = byEmail.get(demoEmail(owner, first_name))
      return userId === undefined ? [] : [[first_name, userId]]
    })
    return new Map(found)
  }
  const before = await known()
  for (const { role, ...name } of people) {
    if (before.has(name.first_name)) continue
    const email = await freeEmail(deps, owner, name.first_name)
    const { token } = await createInvitation(deps, owner, { email, role })
    // Nobody signs in as them, so the password is discarded.
    await acceptInvitation(deps, { ...name, token, password: deps.random.secret(24) }, 'demo')
  }
  return known()
}
