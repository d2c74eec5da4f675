import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { callbackLink } from '../../http/gate/acting-links.ts'
import { openCallbackToken } from '../../http/gate/callback-secrets.ts'
import type { Actor } from '../../http/permissions.ts'
import { detectType } from '../../lib/magic-bytes.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { describeSources } from '../assets/describe-sources.ts'
import { firstBytes } from '../assets/process-asset.ts'
import { type Outcome, TaskError, type TaskKind } from '../tasks/kinds.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { withField } from '../tasks/with-field.ts'
import { failTranscription, rowOfTask } from './end-transcription.ts'
import { findEngine, openRecording, openTools } from './external-transcription.ts'
import { copyOut, fetchRecording } from './fetch-recording.ts'
import { nameFromUrl } from './name-from-url.ts'
import { awaitCallback, changeTranscription, type TranscriptionRow } from './queries.ts'
import type { SubmissionInput } from './submit-transcription.ts'

/** When to poll a provider that has not called back, and when to give up. */
export const askMinutes = 10
const giveUpHours = 24

/** Downloads the recording and hands it to an engine. Success means only that. */
export const submissionTask: TaskKind<SubmissionInput> = {
  name: 'transcription-submission',
  lane: 'light',
  maxAttempts: 4,
  run: async (deps, { actor, input, progress, signal }) => {
    const row = await rowOfTask(deps, actor, input.transcription_id)
    progress(5, 'fetching the recording')
    const { field } = input
    const key = await fetchRecording(deps, actor, { field, source: row.source, signal })
    progress(60, 'inspecting the recording')
    const heard = await requireSound(deps, key, field, signal)
    const found = { ...heard, content_key: key, file_name: await chooseName(deps, row) }
    await changeTranscription(deps.db.workspace(actor.workspaceId), row, found, deps.clock())
    progress(80, 'submitting')
    return submit(deps, actor, { ...row, ...found, content_key: key }, input, signal)
  },
  failed: async (deps, tx, { actor, input, error }) =>
    failTranscription(deps, tx, actor, input.transcription_id, error),
}

async function submit(
  deps: Deps,
  actor: Actor,
  row: TranscriptionRow & { content_key: string },
  { token, transcription_id }: SubmissionInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const engine = row.provider === 'embedded' ? undefined : await findEngine(deps, row)
  if (row.provider !== 'embedded' && !engine) {
    throw new TaskError(
      'engine_not_chosen',
      `The workspace no longer uses the engine ${row.provider}.`,
    )
  }
  const note = `Submitted. Poll GET /api/v1/transcription/${row.id} until job_status is DONE or FAILED.`
  const result = { transcription_id, provider: row.provider, note }
  if (engine?.callsBack) {
    const { providerJobId } = await engine.submit(
      {
        audio: await openRecording(deps, row.content_key, row.file_name ?? 'recording'),
        languageCode: row.language_code,
        callbackUrl: callbackLink(deps, row.provider, openCallbackToken(deps, token)),
      },
      openTools(deps, signal),
    )
    return async (tx) => {
      const at = deps.clock()
      const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
      const times = { at, askAt: later(askMinutes), giveUpAt: later(giveUpHours * 60) }
      await awaitCallback(tx, row, providerJobId, times)
      return result
    }
  }
  return async (tx) => {
    const lane = engine ? 'light' : 'heavy'
    const kind = 'transcription-run'
    const run = await submitTask(deps, tx, actor, { kind, lane, input: { transcription_id } })
    const changes = { job_status: 'PENDING' as const, run_task_id: run.task_id }
    await changeTranscription(tx, row, changes, deps.clock())
    return result
  }
}

async function requireSound(
  deps: Deps,
  key: string,
  field: string,
  signal: AbortSignal,
): Promise<Pick<TranscriptionRow, 'duration_ms' | 'content_type'>> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'recording')
    await copyOut(deps, key, path)
    const probing = deps.engines.probe({ mediaPath: path }, { signal })
    const facts = await probing.catch(withField(field))
    if (!facts.hasAudio) {
      const message = 'The file has no sound, so there is nothing to transcribe.'
      throw new TaskError('no_audio', message, { field })
    }
    const type = detectType(await firstBytes(path))
    const isMedia = type?.kind === 'audio' || type?.kind === 'video'
    return {
      duration_ms: facts.durationMs === undefined ? null : Math.round(facts.durationMs),
      content_type: isMedia ? type.mediaType : null,
    }
  })
}

/** Stored with the record, because an asset may be deleted later. */
async function chooseName(deps: Deps, { source, workspace_id }: TranscriptionRow): Promise<string> {
  const described = (await describeSources(deps, workspace_id, [source])).get(source)
  return described?.kind === 'asset' ? described.asset.name : nameFromUrl(source)
}
