import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { isIdentical } from '../../lib/exact-json/same.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { applyChange, type Change } from './apply-change.ts'
import { documentOf } from './document.ts'
import { mergeDocuments, type Version } from './merge-documents.ts'
import type { ProjectRow } from './queries.ts'
import { lockProject, presentProject } from './read-projects.ts'
import { currentFields, findRevision } from './revision-queries.ts'
import { staleRevision } from './revision-tag.ts'
import { saveRevision } from './save-revision.ts'
import type { Project, ProjectParams } from './schemas.ts'

/**
 * Changes a project. A writer who says which revisions they know (`known`) has their change merged
 * with what others did since; of those who do not say, the last one wins. Nothing is lost either
 * way: each change is a revision, and one that changes nothing is none.
 */
export async function updateProject(
  deps: Pick<Deps, 'db' | 'clock'>,
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
    const before = documentOf(fields)
    const yours = applyChange(base?.document ?? before, change)
    const current = { revision: project.revision, document: before }
    const after = base ? mergeDocuments(base, current, yours) : yours
    if (isIdentical(before, after)) return presentProject(project, fields)
    return saveRevision(tx, actor, project, {
      before,
      after,
      action: base ? 'merged' : 'updated',
      fromRevision: base?.revision ?? null,
      at: deps.clock(),
    })
  })
}

/** The newest older revision that the writer knows; none is needed where it is the one that stands. */
async function findBase(
  tx: Tx,
  project: ProjectRow,
  known: number[] | undefined,
): Promise<Version | undefined> {
  if (known === undefined || known.includes(project.revision)) return undefined
  const revision = Math.max(0, ...known.filter((number) => number < project.revision))
  const fields = await findRevision(tx, project, revision)
  if (!fields) throw staleRevision(project, 'Name a revision that the project has had.')
  return { revision, document: documentOf(fields) }
}
