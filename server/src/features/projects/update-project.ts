import { isIdentical } from '@atelier/sdk/src/exact-json/same.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { applyChange, type Change } from './apply-change.ts'
import { buildDocument, type Fields } from './document.ts'
import { mergeDocuments } from './merge-documents.ts'
import type { ProjectRow } from './queries.ts'
import { lockProject, presentProject } from './read-projects.ts'
import { currentFields, findRevision } from './revision-queries.ts'
import { staleRevision } from './revision-tag.ts'
import { saveRevision } from './save-revision.ts'
import type { Project, ProjectParams } from './schemas.ts'

/**
 * Updates a project. If the writer names the revisions they know (`known`), their change is merged
 * with later ones. Otherwise the last write wins. Nothing is lost either way: each change creates a
 * revision, and a change without effect creates none.
 */
export async function updateProject(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  which: ProjectParams,
  change: Change,
  known?: number[],
): Promise<Project> {
  requirePermission(actor, 'projects:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    const fields = await currentFields(tx, project)
    const base = await findBase(tx, project, known)
    const before = buildDocument(fields)
    const from = base && { ...base, document: buildDocument(base.fields) }
    const yours = applyChange(from?.document ?? before, change)
    const current = { revision: project.revision, document: before }
    const after = from ? mergeDocuments(from, current, yours) : yours
    if (isIdentical(before, after)) return presentProject(project, fields)
    return saveRevision(deps, tx, actor, project, {
      before,
      after,
      action: base ? 'merged' : 'updated',
      fromRevision: base?.revision ?? null,
      at: deps.clock(),
    })
  })
}

/** The newest older revision that the writer knows. Undefined if they know the current one. */
async function findBase(
  tx: Tx,
  project: ProjectRow,
  known: number[] | undefined,
): Promise<{ revision: number; fields: Fields } | undefined> {
  if (known === undefined || known.includes(project.revision)) return undefined
  const revision = Math.max(0, ...known.filter((number) => number < project.revision))
  const fields = await findRevision(tx, project, revision)
  if (!fields) throw staleRevision(project, 'Send a revision that exists.')
  return { revision, fields }
}
