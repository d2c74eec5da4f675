import type { Deps } from '../../deps.ts'
import { duplicate } from '../../http/body/duplicates.ts'
import { type PageRequest, slicePage } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { builtInType, requireType, selectTypes } from './project-types.ts'
import type { CreateTypeBody, ProjectType } from './schemas.ts'
import { insertType, isUsed, removeType } from './type-queries.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

export async function listProjectTypes({ db }: Needs, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'projects:read')
  const types = await selectTypes(db.workspace(actor.workspaceId), actor.workspaceId)
  return slicePage(page, types)
}

/** Adds a type. Its `id_kind` cannot change later because clients store ids. */
export async function createProjectType(
  deps: Needs,
  actor: Actor,
  { resourcetype, id_kind, title = resourcetype }: CreateTypeBody,
): Promise<ProjectType> {
  requirePermission(actor, 'projects:write')
  const detail = 'Type names are compared without regard to case.'
  if (builtInType(resourcetype)) throw problem('project_type_taken', { detail })
  const type = { resourcetype, id_kind, title: title.trim() }
  const creation = deps.db.transaction(actor.workspaceId, async (tx) => {
    const at = deps.clock()
    await insertType(tx, actor.workspaceId, type, actor.userId, at)
    await publish(tx, actor, {
      type: 'project_type.created',
      object: { type: 'project_type', id: resourcetype },
      data: type,
      at,
    })
    return { ...type, built_in: false }
  })
  return creation.catch(duplicate('project_types_name', 'project_type_taken', detail))
}

export async function deleteProjectType(deps: Needs, actor: Actor, name: string): Promise<null> {
  requirePermission(actor, 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { built_in, resourcetype } = await requireType(tx, actor.workspaceId, name)
    if (built_in) throw problem('project_type_built_in')
    if (!(await removeType(tx, actor.workspaceId, resourcetype))) {
      throw problem('project_type_not_found')
    }
    if (await isUsed(tx, actor.workspaceId, resourcetype)) {
      throw problem('project_type_in_use', {
        detail: 'Projects of this type exist, or deleted ones that can be restored.',
      })
    }
    await publish(tx, actor, {
      type: 'project_type.deleted',
      object: { type: 'project_type', id: resourcetype },
      data: {},
      at: deps.clock(),
    })
    return null
  })
}
