import type { Deps } from '../../src/deps.ts'
import type { PageRequest } from '../../src/http/pagination.ts'
import { type Actor, requirePermission } from '../../src/http/permissions.ts'
import { selectNotes } from './queries.ts'

export async function listNotes({ db }: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'workspaces:read')
  return selectNotes(db.workspace(actor.workspaceId), actor.workspaceId, page)
}
