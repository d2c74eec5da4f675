import type { Deps } from '../../deps.ts'
import type { Demo, DemoGuard } from '../feature.ts'
import { addTeamspaceMember } from './change-members.ts'
import { createTeamspace } from './create-teamspace.ts'
import { hasRecords } from './queries.ts'
import { listTeamspaces } from './read-teamspaces.ts'

const spaces = [
  { name: 'Autumn launch', slug: 'autumn-launch', members: ['Mia', 'Jo'] },
  { name: 'Brand studio', slug: 'brand-studio', members: ['Sam', 'Alex'] },
]

export async function demoTeamspaces(deps: Deps, { owner, people, remember }: Demo) {
  const { results } = await listTeamspaces(deps, owner, { page: 1, page_size: 100 })
  const known = new Set(results.map(({ slug }) => slug))
  for (const { name, slug, members } of spaces) {
    if (known.has(slug)) continue
    const space = await createTeamspace(deps, owner, { name, slug })
    await remember({ operation: 'deleteTeamspace', params: { id: space.id } })
    for (const name of members) {
      const userId = people.get(name)
      if (userId) await addTeamspaceMember(deps, owner, space.id, userId)
    }
  }
}

/** A teamspace that people use stays. */
export const teamspaceGuards: Record<string, DemoGuard> = {
  deleteTeamspace: async ({ db }, { workspaceId }, params) => {
    const { id } = params as { id: number }
    return !(await hasRecords(db.workspace(workspaceId), workspaceId, id))
  },
}
