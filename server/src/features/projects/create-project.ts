import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { buildDocumentWithData, storable } from './document.ts'
import { requireType } from './project-types.ts'
import { insertProject } from './queries.ts'
import { saveFirstRevision } from './save-revision.ts'
import type { CreateProjectBody, Project } from './schemas.ts'

type NewProject = Omit<CreateProjectBody, 'data'> & { data: JsonNode | undefined }

/** Creates a project in the teamspace of the `Space` header, with its first revision. */
export async function createProject(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  resourcetype: string,
  { title, description = '', primary_type = '', data = parseJson('{}') }: NewProject,
): Promise<Project> {
  requirePermission(actor, 'projects:write')
  const texts = { title, description, primary_type }
  storable(data)
  const document = buildDocumentWithData(texts, data)
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const type = await requireType(tx, actor.workspaceId, resourcetype, true)
    const at = deps.clock()
    const project = await insertProject(tx, {
      ...texts,
      uuid: type.id_kind === 'uuid' ? deps.random.uuid() : null,
      workspace_id: actor.workspaceId,
      resourcetype: type.resourcetype,
      space_id: actor.spaceId,
      revision: 1,
      creator: actor.userId,
      modifier: actor.userId,
      created_at: at,
      updated_at: at,
    })
    return saveFirstRevision(deps, tx, actor, project, document)
  })
}
