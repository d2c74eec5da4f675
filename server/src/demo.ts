import type { Deps } from './deps.ts'
import { demoBoard } from './features/boards/demo.ts'
import { demoPeople } from './features/members/demo.ts'
import { demoNotifications } from './features/notifications/demo.ts'
import { demoSocial } from './features/social/demo.ts'
import { demoTeamspaces } from './features/teamspaces/demo.ts'
import { workflowCaller } from './features/workflows/callable.ts'
import { demoWorkflows } from './features/workflows/demo.ts'
import type { Operation } from './http/operation.ts'
import type { Actor } from './http/permissions.ts'

/** Fills a workspace with something to explore; what is there already stays as it is. */
export async function fillDemo(
  deps: Deps,
  operations: readonly Operation[],
  owner: Actor,
): Promise<string[]> {
  const people = await demoPeople(deps, owner)
  await demoTeamspaces(deps, owner, people)
  await demoBoard(deps, owner, people)
  await demoNotifications(deps, owner)
  await demoSocial(deps, owner)
  const caller = workflowCaller(() => operations)()
  await demoWorkflows(deps, caller, owner)
  return [
    'The workspace holds demo data: people, teamspaces, a board, drafts, what an agent has told the owner,',
    'and three workflows that run now; the first pictures and words take a while, for models are fetched.',
  ]
}
