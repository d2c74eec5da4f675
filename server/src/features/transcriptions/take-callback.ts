import type { Deps } from '../../deps.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { readReport } from '../../engines/transcription/adapters/standard-webhook.ts'
import type {
  Callback,
  CallbackEvent,
  Transcript,
} from '../../engines/transcription/adapters/transcription-engine.ts'
import { openCallbackSecret } from '../../http/gate/callback-secrets.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { doneTranscription, failedTranscription } from './end-transcription.ts'
import { findEngine, openTools } from './external-transcription.ts'
import {
  changeTranscription,
  insertPart,
  lockTranscription,
  rememberCallback,
  type TranscriptionRow,
  transcriptionOfCallback,
} from './queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'secrets'>

export type CallbackResult = 'applied' | 'duplicate' | 'ignored'

interface UnreadCallback extends Pick<Callback, 'headers'> {
  readBody: () => Promise<Buffer>
}

/** The entry point: a provider calls the URL that it got for one job. */
export async function receiveCallback(
  deps: Needs,
  provider: string,
  token: string,
  { headers, readBody }: UnreadCallback,
): Promise<{ status: CallbackResult }> {
  const row = await transcriptionOfCallback(deps.db.system, sha256(token))
  if (!row || row.provider !== provider) throw problem('transcription_not_found')
  return { status: await takeCallback(deps, row, { headers, rawBody: await readBody() }) }
}

/**
 * Processes a callback: verified, once, in any order. A record that is DONE or FAILED stays
 * unchanged, however often and late a provider calls.
 */
export async function takeCallback(
  deps: Needs,
  row: TranscriptionRow,
  callback: Callback,
): Promise<CallbackResult> {
  const event = await readEvent(deps, row, callback)
  // Until the provider has responded to the submission, its job id is unknown.
  const expected = row.provider === 'embedded' ? row.id : row.provider_job_id
  if (expected !== null && event.providerJobId !== expected) {
    throw problem('callback_malformed', { detail: 'The callback is about another job.' })
  }
  const result = await readResult(deps, row, event)
  return applyResult(deps, row, event, result)
}

type Result = { transcript?: Transcript; error?: string }

/** If the callback is only a notice, fetches the result before anything is written. */
async function readResult(
  deps: Needs,
  row: TranscriptionRow,
  event: CallbackEvent,
): Promise<Result> {
  const { transcript, error } = event
  if (!event.needsFetch) return { ...(transcript && { transcript }), ...(error && { error }) }
  const engine = await findEngine(deps, row)
  if (!engine?.callsBack)
    return { error: `The workspace no longer uses the engine ${row.provider}.` }
  try {
    return { transcript: await engine.fetchResult(event.providerJobId, openTools(deps)) }
  } catch (cause) {
    // A temporary error: the provider gets a 5xx and calls again.
    if (!(cause instanceof EngineError) || cause.retryable) {
      deps.log.warn({ err: cause, transcription_id: row.id }, 'could not fetch a result')
      throw problem('engine_unavailable', {
        detail: 'The result cannot be fetched at the moment. Call again later.',
      })
    }
    return { error: cause.message }
  }
}

export async function applyResult(
  deps: Needs,
  { id, workspace_id }: TranscriptionRow,
  event: Pick<CallbackEvent, 'eventId' | 'status' | 'providerJobId'> & { sequence?: number },
  { transcript, error }: Result,
): Promise<CallbackResult> {
  const at = deps.clock()
  return deps.db.transaction(workspace_id, async (tx) => {
    const row = await lockTranscription(tx, workspace_id, id)
    if (!row) throw problem('transcription_not_found')
    if (!(await rememberCallback(tx, row, event.eventId, at))) return 'duplicate'
    if (row.finished_at !== null) return 'ignored'
    if (error !== undefined) {
      await failedTranscription(tx, row, { code: 'engine_failed', message: error }, at)
      return 'applied'
    }
    if (event.status === 'done' && transcript) {
      await doneTranscription(tx, row, transcript, at)
      return 'applied'
    }
    if (event.sequence !== undefined && transcript) {
      const { phrases, durationMs: done_ms } = transcript
      const part = { sequence: event.sequence, phrases: phrases as never, done_ms }
      await insertPart(tx, row, part)
    }
    const percent = computePercent(row, transcript)
    const provider_job_id = row.provider_job_id ?? event.providerJobId
    await changeTranscription(tx, row, { job_status: 'PROCESSING', percent, provider_job_id }, at)
    return 'applied'
  })
}

function computePercent(row: TranscriptionRow, transcript: Transcript | undefined): number {
  if (!row.duration_ms || !transcript) return row.percent
  const percent = Math.floor((transcript.durationMs / row.duration_ms) * 100)
  return Math.max(row.percent, Math.min(99, percent))
}

async function readEvent(deps: Needs, row: TranscriptionRow, callback: Callback) {
  try {
    const engine = row.provider === 'embedded' ? undefined : await findEngine(deps, row)
    if (engine?.callsBack) return engine.readCallback(callback)
    return readReport(callback, { secrets: [openCallbackSecret(deps, row)], now: deps.clock })
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const code = error.code === 'callback_refused' ? 'callback_refused' : 'callback_malformed'
    throw problem(code, { detail: error.message })
  }
}
