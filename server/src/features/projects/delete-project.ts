import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { requireType } from './project-types.ts'
import { changeProject, findProject, type ProjectRow } from './queries.ts'
import { lockProject, presentProject } from './read-projects.ts'
import { currentFields } from './revision-queries.ts'
import { requireRevision } from './revision-tag.ts'
import type { Project, ProjectParams } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Soft-deletes a project: its revisions and items stay, and it can be restored. */
export async function deleteProject(
  deps: Needs,
  actor: Actor,
  which: ProjectParams,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    requireRevision(ifMatch, project)
    const at = deps.clock()
    await changeProject(tx, project, { deleted_at: at })
    await tell(tx, actor, 'project.deleted', project, at)
    return null
  })
}

/** Restores a deleted project. A project that is not deleted is unchanged. */
export async function restoreProject(
  deps: Needs,
  actor: Actor,
  { resourcetype, id }: ProjectParams,
): Promise<Project> {
  requirePermission(actor, 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const type = await requireType(tx, actor.workspaceId, resourcetype)
    const project = await findProject(tx, actor, type, id, true)
    if (!project) throw problem('project_not_found')
    if (project.deleted_at !== null) {
      const { workspaceId } = actor
      await requireQuota(deps, tx, 'project_bytes', { workspaceId, adding: project.bytes })
      await changeProject(tx, project, { deleted_at: null })
      await tell(tx, actor, 'project.restored', project, deps.clock())
    }
    return presentProject(project, await currentFields(tx, project))
  })
}

function tell(
  tx: Tx,
  actor: Actor,
  type: 'project.deleted' | 'project.restored',
  project: ProjectRow,
  at: Date,
) {
  const { uuid, id, resourcetype, title, revision, space_id: spaceId } = project
  const object = { type: 'project', id: uuid ?? id }
  return publish(tx, actor, { type, object, data: { resourcetype, title, revision }, at, spaceId })
}
