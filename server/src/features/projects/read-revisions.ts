import { writeNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { pointerTo } from '@atelier/sdk/src/exact-json/pointer.ts'
import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { compare } from '../../lib/exact-json/compare.ts'
import { JsonText } from '../../lib/exact-json/json-text.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { buildDocument, type Fields } from './document.ts'
import type { ProjectRow } from './queries.ts'
import { requireProject } from './read-projects.ts'
import { findRevision, revisions } from './revision-queries.ts'
import type { DiffQuery, ProjectDiff, ProjectRevision } from './revision-schemas.ts'
import type { ProjectParams } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/**
 * Newest first. Revisions have no gaps and are never deleted, so the newest number is their count.
 */
export async function listRevisions(
  { db }: Needs,
  actor: Actor,
  which: ProjectParams,
  page: PageRequest,
) {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const project = await requireProject(sql, actor, which)
  return { count: project.revision, results: await revisions(sql, project, page) }
}

export async function getRevision(
  { db }: Needs,
  actor: Actor,
  which: ProjectParams,
  revision: number,
): Promise<ProjectRevision> {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const project = await requireProject(sql, actor, which)
  const row = await findRevision(sql, project, revision)
  if (!row) throw problem('project_revision_not_found')
  return { ...row, data: new JsonText(row.data) }
}

const maxDifferences = 10_000
const maxPathCharacters = 1024 * 1024

/** The differences between two revisions, by path. */
export async function diffRevisions(
  { db }: Needs,
  actor: Actor,
  which: ProjectParams,
  query: DiffQuery,
): Promise<ProjectDiff> {
  requirePermission(actor, 'projects:read')
  const sql = db.workspace(actor.workspaceId)
  const project = await requireProject(sql, actor, which)
  const to = query.to ?? project.revision
  const from = query.from ?? Math.max(1, to - 1)
  const before = await readFieldsOfRevision(sql, project, 'from', from)
  const after = await readFieldsOfRevision(sql, project, 'to', to)
  return differences({ from, to, before, after })
}

interface Comparison {
  from: number
  to: number
  before: Fields
  after: Fields
}

function differences({ from, to, before, after }: Comparison): ProjectDiff {
  const diff: ProjectDiff = { from, to, added: [], removed: [], changed: [], truncated: false }
  let count = 0
  let characters = 0
  compare(buildDocument(before), buildDocument(after), (difference) => {
    const path = pointerTo(difference.path)
    characters += path.length
    diff.truncated = ++count > maxDifferences || characters > maxPathCharacters
    if (diff.truncated) return false
    const old = difference.before && new JsonText(writeNode(difference.before))
    const value = difference.after && new JsonText(writeNode(difference.after))
    if (old && value) diff.changed.push({ path, old, new: value })
    else if (value) diff.added.push({ path, value })
    else if (old) diff.removed.push({ path, value: old })
    return true
  })
  return diff
}

async function readFieldsOfRevision(
  sql: Sql,
  project: ProjectRow,
  name: 'from' | 'to',
  revision: number,
) {
  const row = await findRevision(sql, project, revision)
  if (!row) throw invalid(name, 'is not a revision of this project')
  return row
}
