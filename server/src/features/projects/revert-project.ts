import { isIdentical } from '@atelier/sdk/src/exact-json/same.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { buildDocument } from './document.ts'
import { lockProject, presentProject } from './read-projects.ts'
import { currentFields, findRevision } from './revision-queries.ts'
import { requireRevision } from './revision-tag.ts'
import { saveRevision } from './save-revision.ts'
import type { Project, ProjectParams } from './schemas.ts'

/** Reverts by adding a copy of an earlier revision; later revisions stay in the history. */
export async function revertProject(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  which: ProjectParams,
  revision: number,
  ifMatch?: string,
): Promise<Project> {
  requirePermission(actor, 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    requireRevision(ifMatch, project)
    const wanted = await findRevision(tx, project, revision)
    if (!wanted) throw invalid('revision', 'is not a revision of this project')
    const fields = await currentFields(tx, project)
    const [before, after] = [buildDocument(fields), buildDocument(wanted)]
    if (isIdentical(before, after)) return presentProject(project, fields)
    const at = deps.clock()
    return saveRevision(deps, tx, actor, project, {
      before,
      after,
      action: 'reverted',
      fromRevision: revision,
      at,
    })
  })
}
