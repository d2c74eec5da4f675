import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { addTeamspaceMember } from './change-members.ts'
import { createTeamspace } from './create-teamspace.ts'
import { listTeamspaces } from './read-teamspaces.ts'

const spaces = [
  { name: 'Autumn launch', slug: 'autumn-launch', members: ['Mia', 'Jo'] },
  { name: 'Brand studio', slug: 'brand-studio', members: ['Sam', 'Alex'] },
]

export async function demoTeamspaces(
  deps: Deps,
  owner: Actor,
  people: ReadonlyMap<string, number>,
) {
  const { results } = await listTeamspaces(deps, owner, { page: 1, page_size: 100 })
  const known = new Set(results.map(({ slug }) => slug))
  for (const { name, slug, members } of spaces) {
    if (known.has(slug)) continue
    const space = await createTeamspace(deps, owner, { name, slug })
    for (const name of members) {
      const userId = people.get(name)
      if (userId) await addTeamspaceMember(deps, owner, space.id, userId)
    }
  }
}
