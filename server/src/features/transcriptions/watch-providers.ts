import type { Deps } from '../../deps.ts'
import { failTranscription } from './end-transcription.ts'
import { findEngine, openTools } from './external-transcription.ts'
import { changeTranscription, silentTranscriptions, type TranscriptionRow } from './queries.ts'
import { askMinutes } from './submission-task.ts'
import { applyResult } from './take-callback.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'secrets'>

/** Polls providers that should have called back by now, and gives up on those that never will. */
export async function watchProviders(deps: Needs): Promise<void> {
  for (const row of await silentTranscriptions(deps.db.system, deps.clock())) {
    await ask(deps, row).catch((error) => {
      deps.log.warn({ err: error, transcription_id: row.id }, 'could not poll a provider')
    })
  }
}

async function ask(deps: Needs, row: TranscriptionRow): Promise<void> {
  const now = deps.clock()
  if (row.give_up_at && row.give_up_at < now) {
    const message = `${row.provider} did not report a result in time.`
    return giveUp(deps, row, message)
  }
  const next = new Date(now.getTime() + askMinutes * 60_000)
  await changeTranscription(deps.db.system, row, { ask_at: next }, now)
  const engine = await findEngine(deps, row)
  if (!engine?.callsBack || !row.provider_job_id) return
  const status = await engine.ask(row.provider_job_id, openTools(deps))
  if (status !== 'done' && status !== 'failed') return
  const event = { eventId: 'asked', status, providerJobId: row.provider_job_id }
  const result = await engine.fetchResult(row.provider_job_id, openTools(deps)).then(
    (transcript) => ({ transcript }),
    (error: Error & { retryable?: boolean }) => {
      if (error.retryable !== false) throw error
      return { error: error.message }
    },
  )
  await applyResult(deps, row, event, result)
}

async function giveUp(
  deps: Needs,
  { id, workspace_id }: TranscriptionRow,
  message: string,
): Promise<void> {
  const failure = { code: 'provider_silent', message }
  await deps.db.transaction(workspace_id, (tx) =>
    failTranscription(deps, tx, { workspaceId: workspace_id }, id, failure),
  )
}
