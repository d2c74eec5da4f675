import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { eventsTopic } from '../events/dispatch-events.ts'
import { countOpen, findEndings } from './queries.ts'
import { describeReader } from './read-questions.ts'
import type { QuestionEnd } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'bus'>

/** In case the bus loses a message. */
const pollEveryMs = 2000

/** How the questions of a thread have ended so far; waits a while for the next one. */
export async function readAnswers(
  deps: Needs,
  actor: Actor,
  threadId: string,
  { after, wait }: { after: number; wait: number },
  leaving: AbortSignal,
) {
  const enough = wait > 0 ? AbortSignal.timeout(wait * 1000) : AbortSignal.abort()
  const results = await waitForEndings(
    deps,
    actor,
    threadId,
    after,
    AbortSignal.any([enough, leaving]),
  )
  const sql = deps.db.workspace(actor.workspaceId)
  const open = await countOpen(sql, actor.workspaceId, threadId, describeReader(actor))
  return { results, open_questions: open, last_seq: results.at(-1)?.seq ?? after }
}

/** The same as a stream, as long as the reader stays connected. */
export async function* followAnswers(
  deps: Needs,
  actor: Actor,
  threadId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<QuestionEnd> {
  let position = after
  while (!signal.aborted) {
    const endings = await waitForEndings(deps, actor, threadId, position, signal)
    yield* endings
    position = endings.at(-1)?.seq ?? position
  }
}

async function waitForEndings(
  { db, bus }: Needs,
  actor: Actor,
  threadId: string,
  after: number,
  signal: AbortSignal,
): Promise<QuestionEnd[]> {
  requireReader(actor)
  const { workspaceId } = actor
  for await (const _ of wakeups(bus, eventsTopic, signal, { everyMs: pollEveryMs })) {
    const sql = db.workspace(workspaceId)
    const found = await findEndings(sql, workspaceId, threadId, describeReader(actor), after)
    if (found.length > 0) return found
  }
  return []
}

/** An agent that may only send may also read the answers to its questions. */
function requireReader(actor: Actor): void {
  if (actor.permissions.has('notifications:send')) return
  requirePermission(actor, 'notifications:read')
}
