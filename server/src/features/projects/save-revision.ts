import { type ObjectNode, objectNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { pointerTo } from '@atelier/sdk/src/exact-json/pointer.ts'
import { isIdentical } from '@atelier/sdk/src/exact-json/same.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { compare } from '../../lib/exact-json/compare.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { readFields } from './document.ts'
import { changeProject, type ProjectRow } from './queries.ts'
import { presentProject } from './read-projects.ts'
import { insertRevision } from './revision-queries.ts'
import type { RevisionSummary } from './revision-schemas.ts'
import type { Project } from './schemas.ts'
import { takeBytes } from './take-bytes.ts'

interface RevisionChange {
  before: ObjectNode
  after: ObjectNode
  action: Exclude<RevisionSummary['action'], 'created'>
  fromRevision: number | null
  at: Date
}

const events = {
  updated: 'project.updated',
  merged: 'project.updated',
  reverted: 'project.reverted',
} as const

/** Adds the next revision of a project that the transaction has locked, and publishes an event. */
export async function saveRevision(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  actor: Actor,
  project: ProjectRow,
  { before, after, action, fromRevision, at }: RevisionChange,
): Promise<Project> {
  const fields = readFields(after)
  const different = differences(before, after)
  const { data, ...texts } = fields
  const revision = project.revision + 1
  const what = { revision, action, from_revision: fromRevision, ...different }
  await takeBytes(deps, tx, project, Buffer.byteLength(data))
  await insertRevision(tx, project, { ...fields, ...what, ...by(actor), created_at: at })
  const changes = { ...texts, revision, modifier: actor.userId, updated_at: at }
  const changed = await changeProject(tx, project, changes)
  await publish(tx, actor, {
    type: events[action],
    object: { type: 'project', id: project.uuid ?? project.id },
    data: { resourcetype: project.resourcetype, title: fields.title, ...what },
    at,
    spaceId: project.space_id,
  })
  return presentProject(changed, { data })
}

export async function saveFirstRevision(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  actor: Actor,
  project: ProjectRow,
  document: ObjectNode,
): Promise<Project> {
  const fields = readFields(document)
  const what = {
    revision: 1,
    action: 'created' as const,
    from_revision: null,
    ...differences(objectNode([]), document),
  }
  const at = project.created_at
  await takeBytes(deps, tx, project, Buffer.byteLength(fields.data))
  await insertRevision(tx, project, { ...fields, ...what, ...by(actor), created_at: at })
  await publish(tx, actor, {
    type: 'project.created',
    object: { type: 'project', id: project.uuid ?? project.id },
    data: { resourcetype: project.resourcetype, title: fields.title, revision: 1 },
    at,
    spaceId: project.space_id,
  })
  return presentProject(project, fields)
}

function by({ userId, name, kind, via, requestId }: Actor) {
  return { actor: { id: userId, name, kind, via }, request_id: requestId }
}

const maxPaths = 100
const maxPathCharacters = 20_000

/** The changed fields, including those where only the key order differs, and the changed paths. */
function differences(before: ObjectNode, after: ObjectNode) {
  const changed = [...after.members].filter(([name, value]) => {
    const old = before.members.get(name)
    return !old || !isIdentical(old, value)
  })
  const paths: string[] = []
  let characters = 0
  compare(before, after, ({ path }) => {
    const pointer = pointerTo(path)
    characters += pointer.length
    const fits = characters <= maxPathCharacters
    if (fits) paths.push(pointer)
    return fits && paths.length < maxPaths
  })
  return { changed: changed.map(([name]) => name), paths }
}
