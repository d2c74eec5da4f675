import type { Deps } from './deps.ts'
import { demoPeople } from './features/members/demo.ts'
import { demoTeamspaces } from './features/teamspaces/demo.ts'
import { operator } from './features/workspaces/operator.ts'

/** Fills the first workspace with something to explore; what is there already stays as it is. */
export async function fillDemo(deps: Deps): Promise<string[]> {
  const owner = await operator(deps, {})
  const people = await demoPeople(deps, owner)
  await demoTeamspaces(deps, owner, people)
  return ['The workspace holds demo data: people, teamspaces and their members.']
}
