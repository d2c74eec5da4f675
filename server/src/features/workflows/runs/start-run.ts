import type { Deps } from '../../../deps.ts'
import { type InputsValidator, keptInputsValidator } from '../../../http/body/inputs-validator.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { requireQuota } from '../../quotas/require-quota.ts'
import type { Definition } from '../definition/definition.ts'
import { requireWorkflow } from '../read-workflows.ts'
import { keptActor } from './actor-of-run.ts'
import { findAuthor, readDefinition } from './definitions.ts'
import { publishRunEvent } from './publish-run-event.ts'
import { requireRoom } from './require-room.ts'
import { lostAfterSeconds, wakeRun } from './run-jobs.ts'
import {
  insertRun,
  type RunAuthor,
  type RunRow,
  runByKey,
  type StoredActor,
} from './run-queries.ts'
import type { StartBody } from './schemas.ts'

type Needs = Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>

const defaultTimeoutSeconds = 30 * 86_400
export const longestInput = 256 * 1024
const maxDelaySeconds = 366 * 86_400

/** Starts a run. The response contains the id of the run, not of the workflow. */
export async function startRun(
  deps: Needs & Pick<Deps, 'db'>,
  actor: Actor,
  key: string,
  body: StartBody,
) {
  requirePermission(actor, 'workflows:run')
  const { id, correlation_id } = await deps.db.transaction(actor.workspaceId, (tx) =>
    beginRun(deps, tx, actor, key, body),
  )
  return { correlation_id, workflow_id: id, run_id: id }
}

interface ParentStep {
  run: RunRow
  path: string
}

/** The trigger that starts the run, and how many triggered runs led to it, including this one. */
interface TriggerOrigin {
  id: string
  chainLength: number
  /** What its chain goes back to; null if nothing caused it. */
  rootCause: string | null
  author: StoredActor
}

interface Origins {
  parent?: ParentStep
  trigger?: TriggerOrigin
}

/** Writes the run, its event and its first job in the caller's transaction. */
export async function beginRun(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  key: string,
  { input = {}, source, idempotency_key, start_at, parent, trigger }: StartBody & Origins,
): Promise<Pick<RunRow, 'id' | 'correlation_id'>> {
  const workflow = await requireWorkflow(tx, actor, key)
  const { workspace_id, id: workflow_id, version } = workflow
  const definition = await readDefinition(tx, { workspace_id, workflow_id, version })
  // The validator fills in defaults, but idempotency compares the input as it was sent.
  const request_hash = idempotency_key
    ? sha256(JSON.stringify([input, source ?? null, ...(start_at ? [start_at] : [])]))
    : null
  const filled = requireInput(definition, structuredClone(input))
  const now = deps.clock()
  const id = deps.random.uuid()
  const startedAt = parseStart(start_at, now)
  const isLater = startedAt > now
  const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000)
  const rootCause = trigger?.rootCause ?? (parent ? findRootCause(parent.run) : null)
  const run = {
    id,
    workspace_id,
    workflow_id,
    version,
    status: 'RUNNING' as const,
    correlation_id: parent?.run.correlation_id ?? deps.random.uuid(),
    source: source ?? null,
    idempotency_key: idempotency_key ?? null,
    request_hash,
    input: filled,
    actor: keptActor(actor),
    authors: withoutDoubles([
      await findAuthor(tx, { workspace_id, workflow_id, version }),
      ...(parent?.run.authors ?? []),
      ...(trigger && trigger.author.userId !== actor.userId ? [asAuthor(trigger.author)] : []),
    ]),
    parent_run_id: parent?.run.id ?? null,
    parent_path: parent?.path ?? null,
    depth: parent ? parent.run.depth + 1 : 0,
    trigger_id: trigger?.id ?? null,
    chain_length: trigger?.chainLength ?? parent?.run.chain_length ?? 0,
    root_cause: rootCause,
    created_at: now,
    started_at: startedAt,
    deadline_at: after(startedAt, definition.timeout_seconds ?? defaultTimeoutSeconds),
    wake_at: isLater ? startedAt : after(now, lostAfterSeconds),
  }
  if (!(await insertRun(tx, run))) {
    return existingRun(tx, workflow_id, idempotency_key, request_hash)
  }
  await requireRoom(deps, tx, workspace_id)
  if (rootCause !== null) {
    const scope = { workspaceId: workspace_id, rootCause, adding: 0 }
    await requireQuota(deps, tx, 'runs_per_event', scope)
  }
  await publishRunEvent(tx, actor, run, 'workflow_run.started', now)
  if (!isLater) await wakeRun(deps, tx, run)
  return run
}

/** What the runs that this run causes go back to. */
function findRootCause({ id, root_cause }: Pick<RunRow, 'id' | 'root_cause'>): string {
  return root_cause ?? `run:${id}`
}

/** A run can be started up to a year ahead; a time in the past means now. */
function parseStart(text: string | undefined, now: Date): Date {
  if (text === undefined) return now
  const at = new Date(text)
  if (at.getTime() > now.getTime() + maxDelaySeconds * 1000) {
    throw invalid('start_at', 'must be within the next year')
  }
  return at > now ? at : now
}

function asAuthor({ userId: id, name, permissions }: StoredActor): RunAuthor {
  return { id, name, permissions }
}

/** A run started by another run is also limited by the authors of that run. */
function withoutDoubles(authors: RunAuthor[]): RunAuthor[] {
  const byText = new Map(authors.map((author) => [JSON.stringify(author), author]))
  return [...byText.values()]
}

function requireInput(definition: Definition, input: object): object {
  if (JSON.stringify(input).length > longestInput) {
    throw invalid('input', `is longer than ${longestInput} characters`)
  }
  const errors = definition.inputs ? compileInputs(definition.inputs)(input) : []
  const [first] = errors
  if (!first) return input
  throw problem('validation_failed', { detail: `${first.path}: ${first.message}`, errors })
}

/** A definition may be older than the current schema limits. */
function compileInputs(schema: object): InputsValidator {
  try {
    return keptInputsValidator(schema)
  } catch (error) {
    const reason = (error as Error).message
    throw problem('validation_failed', {
      detail: `The inputs schema of this workflow is no longer supported: ${reason}. Save a new version of the workflow.`,
      errors: [{ path: 'input', message: reason }],
    })
  }
}

async function existingRun(
  tx: Tx,
  workflowId: string,
  key: string | undefined,
  requestHash: string | null,
): Promise<Pick<RunRow, 'id' | 'correlation_id'>> {
  const run = await runByKey(tx, workflowId, key as string)
  if (run && run.request_hash === requestHash) return run
  throw problem('idempotency_key_reused', {
    detail: 'This idempotency_key already started a run with a different input. Use a new key.',
  })
}
