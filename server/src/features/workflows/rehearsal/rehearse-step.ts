import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Operation } from '../../../http/operation.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { findQuestion, type WholeQuestion } from '../../questions/find-question.ts'
import { maskNestedHeaders } from '../mask-headers.ts'
import { beginStep, type StepStart, type StepWork } from '../runs/start-step.ts'
import { chooseAnswer } from './answer-question.ts'
import { describeEffects } from './describe-effects.ts'
import { eventExample, recordExample, taskExample } from './find-examples.ts'
import type { Effect, RehearseBody } from './schemas.ts'

type Fields = Record<string, unknown>

/** What a rehearsal has found out so far. */
export interface RehearsalNotes {
  given: Pick<RehearseBody, 'answers' | 'outputs'>
  effects: Effect[]
  /** By run and path. */
  would: Map<string, Fields>
  /** Runs of other workflows, by the run and path of the step that started them. */
  children: Map<string, string>
}

/**
 * Starts a step for real, inside the transaction that is rolled back, and answers at once what it
 * would wait for. Nothing outside the database can be reached from a transaction.
 */
export async function rehearseStep(
  work: StepWork,
  tx: Tx,
  notes: RehearsalNotes,
): Promise<StepStart> {
  const { run, ready } = work
  const key = `${run.id} ${ready.path}`
  const fields = 'value' in ready.input ? ready.input.value : {}
  const called: Effect[] = []
  const begun = await beginStep({ ...work, caller: recording(work.caller, called) })
  notes.would.set(key, wouldDo(work.caller, ready.step.type, fields))
  if ('error' in begun || 'until' in begun) return begun
  const note = (more: Fields) => notes.would.set(key, { ...notes.would.get(key), ...more })
  notes.effects.push(...called, ...describeRequests(work, fields))
  if (!('waits' in begun)) return begun
  const { type, id } = begun.waits
  if (type === 'run') {
    notes.children.set(key, id)
    return begun
  }
  if (type === 'question') {
    const question = (await findQuestion(tx, run.workspace_id, id)) as WholeQuestion
    const answer = chooseAnswer(question, forStep(notes.given.answers, work), work.deps.clock())
    note({ answer: answer.value, assumed: answer.assumed })
    return answer
  }
  const given = forStep(notes.given.outputs, work)
  note({ assumed: given === undefined })
  return { output: given === undefined ? await chooseExample(work, tx, fields, begun) : given }
}

/** Given for the path of a step, or for its id. */
function forStep(values: Fields | undefined, { ready }: StepWork): unknown {
  return values?.[ready.path] ?? values?.[ready.step.id]
}

type WaitingStart = Extract<StepStart, { waits: unknown }>

async function chooseExample(
  { deps, actor, caller, ready }: StepWork,
  tx: Tx,
  fields: Fields,
  { waits, output }: WaitingStart,
): Promise<unknown> {
  const work = { deps, tx, actor, caller }
  if (waits.type === 'event') return eventExample(work, waits.id)
  if (waits.type === 'transcription' || waits.type === 'video') {
    return recordExample(work, waits.type, output as object)
  }
  if (ready.step.type === 'http') return { status: 200, headers: {}, body: {} }
  return taskExample(work, String(fields.operation))
}

/** Notes the effects of every operation that a step calls. */
function recording(caller: OperationCaller, effects: Effect[]): OperationCaller {
  return {
    ...caller,
    call: async (deps, actor, id, input, options) => {
      const reply = await caller.call(deps, actor, id, input, options)
      const output = reply.body === '' ? null : JSON.parse(reply.body)
      effects.push(...describeEffects(caller.find(id) as Operation, input, output))
      return reply
    },
  }
}

/** Requests to other servers are tasks, not operations. */
function describeRequests({ ready }: StepWork, fields: Fields): Effect[] {
  if (ready.step.type !== 'http') return []
  const { method = 'GET', url } = fields
  const details = maskNestedHeaders(pick(fields, ['method', 'url', 'headers', 'body'])) as Fields
  return [{ kind: 'http', summary: `${String(method)} ${String(url)}`, details }]
}

function wouldDo(caller: OperationCaller, type: string, fields: Fields): Fields {
  if (type !== 'call') return maskNestedHeaders({ ...fields }) as Fields
  const { method, path, summary } = caller.find(String(fields.operation)) ?? {}
  return { ...fields, ...(method && { method, path, summary }) }
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}
