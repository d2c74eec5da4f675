import type { Deps } from '../../deps.ts'
import { duplicate } from '../../http/body/duplicates.ts'
import { checkSlug, chooseSlug } from '../../http/body/slugs.ts'
import type { OperationCaller } from '../../http/call-operation.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { checkDefinition } from './definition/check-definition.ts'
import type { Definition } from './definition/definition.ts'
import {
  insertVersion,
  insertWorkflow,
  lockWorkflow,
  slugsLike,
  updateWorkflowRow,
  type WorkflowRow,
} from './queries.ts'
import { present, requireVersion, requireWorkflow } from './read-workflows.ts'
import type { CreateWorkflowBody, UpdateWorkflowBody, Workflow } from './schemas.ts'
import { templateById, templates } from './templates.ts'
import { stopTriggers } from './triggers/trigger-queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random'>

/** Creates a workflow from a document or from a template. */
export async function createWorkflow(
  deps: Needs,
  caller: OperationCaller,
  actor: Actor,
  body: CreateWorkflowBody,
): Promise<Workflow> {
  requirePermission(actor, 'workflows:write')
  const definition = requireValid(chooseDocument(body), caller)
  checkSlug(body.slug, reserved)
  return deps.db
    .transaction(actor.workspaceId, async (tx) => {
      const at = deps.clock()
      const created_by = describeMaker(actor)
      const row = {
        id: deps.random.uuid(),
        workspace_id: actor.workspaceId,
        slug: body.slug ?? (await chooseWorkflowSlug(tx, actor, definition.title)),
        version: 1,
        ...pickFacts(definition),
        is_listed: body.is_listed,
        created_by,
        created_at: at,
        updated_at: at,
      }
      await insertWorkflow(tx, row)
      const author_permissions = [...actor.permissions]
      const first = { version: 1, definition, created_by, author_permissions, created_at: at }
      await insertVersion(tx, row, first)
      await tell(tx, actor, row, 'workflow.created', at)
      return present({ ...row, deleted_at: null }, definition)
    })
    .catch(slugTaken(body.slug))
}

/** A changed document creates a new version; existing runs keep theirs. */
export async function updateWorkflow(
  deps: Needs,
  caller: OperationCaller,
  actor: Actor,
  key: string,
  { body, ifMatch }: { body: UpdateWorkflowBody; ifMatch: string | undefined },
): Promise<Workflow> {
  requirePermission(actor, 'workflows:write')
  const changed = body.definition && requireValid(body.definition, caller)
  checkSlug(body.slug, reserved)
  return deps.db
    .transaction(actor.workspaceId, async (tx) => {
      const row = await lock(tx, actor, key)
      const { definition } = await requireVersion(tx, row, row.version)
      requireMatch(ifMatch, present(row, definition))
      const at = deps.clock()
      const next: WorkflowRow = {
        ...row,
        ...(changed && { ...pickFacts(changed), version: row.version + 1 }),
        slug: body.slug ?? row.slug,
        is_listed: body.is_listed ?? row.is_listed,
        updated_at: at,
      }
      await updateWorkflowRow(tx, next)
      if (changed) {
        await insertVersion(tx, next, {
          version: next.version,
          definition: changed,
          created_by: describeMaker(actor),
          author_permissions: [...actor.permissions],
          created_at: at,
        })
      }
      await tell(tx, actor, next, 'workflow.updated', at)
      return present(next, changed ?? definition)
    })
    .catch(slugTaken(body.slug))
}

/** Nothing can start a deleted workflow. Existing runs continue and stay readable. */
export async function deleteWorkflow(deps: Needs, actor: Actor, key: string): Promise<null> {
  requirePermission(actor, 'workflows:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const row = await lock(tx, actor, key)
    const at = deps.clock()
    await updateWorkflowRow(tx, { ...row, updated_at: at, deleted_at: at })
    await stopTriggers(tx, actor.workspaceId, row.id)
    await tell(tx, actor, row, 'workflow.deleted', at)
    return null
  })
}

/** Returns the errors in a document without saving it. */
export function examineDefinition(actor: Actor, caller: OperationCaller, document: object) {
  requirePermission(actor, 'workflows:read')
  const checked = checkDefinition(document, caller)
  const errors = 'errors' in checked ? checked.errors : []
  return { valid: errors.length === 0, errors }
}

async function lock(tx: Tx, actor: Actor, key: string): Promise<WorkflowRow> {
  const { id } = await requireWorkflow(tx, actor, key)
  const row = await lockWorkflow(tx, actor.workspaceId, id)
  if (!row || row.deleted_at !== null) throw problem('workflow_not_found')
  return row
}

function chooseDocument({ definition, template }: CreateWorkflowBody): object {
  if (definition && template === undefined) return definition
  if (definition || template === undefined) {
    throw invalid('definition', 'give either a definition or a template')
  }
  const found = templateById(template)
  if (found) return found.definition
  throw invalid('template', `must be one of ${templates.map(({ id }) => id).join(', ')}`)
}

export function requireValid(document: object, caller: OperationCaller): Definition {
  const checked = checkDefinition(document, caller)
  if ('definition' in checked) return checked.definition
  const [first] = checked.errors
  throw problem('validation_failed', {
    detail: `${first?.path}: ${first?.message}`,
    errors: checked.errors,
  })
}

function pickFacts({ title, description = '', inputs = { type: 'object' } }: Definition) {
  return { title, description, inputs }
}

function describeMaker({ userId, name, kind }: Actor) {
  return { id: userId, name, kind }
}

/** Path segments next to the workflows themselves. */
const reserved = ['mcp', 'templates', 'operations', 'schema', 'check', 'runs', 'schedule']

function chooseWorkflowSlug(tx: Tx, { workspaceId }: Actor, name: string): Promise<string> {
  return chooseSlug(tx, { workspaceId, name, kind: 'workflow', reserved }, (base) =>
    slugsLike(tx, workspaceId, base),
  )
}

function slugTaken(slug = '') {
  return duplicate('workflows_slug', 'slug_taken', `Another workflow has the slug "${slug}".`)
}

async function tell(
  tx: Tx,
  actor: Actor,
  { id, slug, title, version }: Pick<WorkflowRow, 'id' | 'slug' | 'title' | 'version'>,
  type: 'workflow.created' | 'workflow.updated' | 'workflow.deleted',
  at: Date,
): Promise<void> {
  const object = { type: 'workflow', id }
  await publish(tx, actor, { type, object, data: { slug, title, version }, at })
}
