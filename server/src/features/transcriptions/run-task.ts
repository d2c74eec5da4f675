import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { signReport } from '../../engines/transcription/adapters/standard-webhook.ts'
import type { TranscriptionPart } from '../../engines/transcription/transcribe.ts'
import { whisperLanguage } from '../../engines/transcription/whisper/token-ids.ts'
import { openCallbackSecret } from '../../http/gate/callback-secrets.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { failTranscription, rowOfTask } from './end-transcription.ts'
import { findEngine, openRecording, openTools } from './external-transcription.ts'
import { copyOut } from './fetch-recording.ts'
import { changeTranscription, selectParts, type TranscriptionRow } from './queries.ts'
import type { Phrase } from './schemas.ts'
import { takeCallback } from './take-callback.ts'

type Follow = { signal: AbortSignal; onProgress(percent: number, stage: string): void }

/**
 * Does the work on this server: with the embedded model, or with an engine that responds when it is
 * done. Reports the results through the same callback that providers use.
 */
export const transcriptionRunTask: TaskKind<{ transcription_id: string }> = {
  name: 'transcription-run',
  lane: 'heavy',
  maxAttempts: 4,
  run: async (deps, { actor, input, progress, signal }) => {
    const row = await rowOfTask(deps, actor, input.transcription_id)
    const follow = { signal, onProgress: progress }
    // An earlier worker may have died after its last report.
    if (row.finished_at === null) {
      if (row.provider === 'embedded') await transcribeHere(deps, row, follow)
      else await transcribeElsewhere(deps, row, follow)
    }
    return async () => ({ transcription_id: row.id })
  },
  failed: async (deps, tx, { actor, input, error }) =>
    failTranscription(deps, tx, actor, input.transcription_id, error),
}

async function transcribeHere(deps: Deps, row: TranscriptionRow, follow: Follow): Promise<void> {
  const sql = deps.db.workspace(row.workspace_id)
  const parts = await selectParts(sql, row)
  let sequence = parts.length
  // In sequence: a part counts only after those before it.
  let reporting: Promise<unknown> = Promise.resolve()
  const stop = new AbortController()
  const onPart = ({ phrases, doneMs }: TranscriptionPart) => {
    const data = { sequence: sequence++, phrases: phrases.map(inApiForm), duration_ms: doneMs }
    reporting = reporting.then(() => report(deps, row, 'part', data))
    reporting.catch((error) => stop.abort(error))
  }
  const signal = AbortSignal.any([follow.signal, stop.signal])
  const { durationMs, engine, language } = await inTemporaryFolder(async (folder) => {
    const mediaPath = join(folder, 'recording')
    await copyOut(deps, row.content_key as string, mediaPath)
    const startMs = parts.at(-1)?.done_ms ?? 0
    return deps.engines.transcribe(
      { mediaPath, startMs, language: chooseLanguage(row), translate: row.translate },
      { signal, onProgress: follow.onProgress, onPart },
    )
  }).catch((error) => {
    throw stop.signal.aborted ? stop.signal.reason : error
  })
  await reporting
  const heard = language !== undefined && (row.translate || row.language_code === 'auto')
  const changes = { engine: sql.json(engine), ...(heard && { language_code: language }) }
  await changeTranscription(sql, row, changes, deps.clock())
  const phrases = (await selectParts(sql, row)).flatMap((part) => part.phrases)
  await report(deps, row, 'done', { phrases, duration_ms: durationMs })
}

/** Whisper's code of the language; undefined to detect it. */
function chooseLanguage({ language_code }: TranscriptionRow): string | undefined {
  return language_code === 'auto' ? undefined : whisperLanguage(language_code)
}

async function transcribeElsewhere(
  deps: Deps,
  row: TranscriptionRow,
  { signal, onProgress }: Follow,
): Promise<void> {
  const engine = await findEngine(deps, row)
  if (!engine || engine.callsBack) {
    throw new TaskError(
      'engine_not_chosen',
      `The workspace no longer uses the engine ${row.provider}.`,
    )
  }
  const audio = await openRecording(deps, row.content_key as string, row.file_name ?? 'recording')
  const { phrases, durationMs } = await engine.transcribe(
    { audio, languageCode: row.language_code },
    { ...openTools(deps, signal), onProgress },
  )
  await report(deps, row, 'done', { phrases, duration_ms: durationMs })
}

/** Signed like every callback, so that there is one entry point with one set of tests. */
async function report(
  deps: Deps,
  row: TranscriptionRow,
  what: 'part' | 'done',
  data: { phrases: Phrase[]; sequence?: number; [more: string]: unknown },
): Promise<void> {
  const id = what === 'part' ? `${row.id}-part-${data.sequence}` : `${row.id}-done`
  const at = deps.clock()
  const body = JSON.stringify({
    type: `transcription.${what}`,
    timestamp: at.toISOString(),
    data: { job_id: row.id, ...data },
  })
  const signing = { secrets: [openCallbackSecret(deps, row)], now: () => at }
  const headers = signReport(signing, id, body)
  await takeCallback(deps, row, { headers, rawBody: Buffer.from(body) })
}

function inApiForm(phrase: TranscriptionPart['phrases'][number]): Phrase {
  const times = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({
    start: Math.round(startMs),
    end: Math.round(endMs),
  })
  return {
    ...times(phrase),
    text: phrase.text,
    words: phrase.words.map((word) => ({
      text: word.text,
      ...times(word),
      confidence: Math.round(word.confidence * 1000) / 1000,
    })),
  }
}
