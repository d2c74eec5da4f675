import type { Deps } from '../../deps.ts'
import type { Transcript } from '../../engines/transcription/adapters/transcription-engine.ts'
import { type Actor, serviceActor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { TaskError } from '../tasks/kinds.ts'
import {
  changeTranscription,
  lockTranscription,
  removeParts,
  type TranscriptionRow,
  transcriptionById,
} from './queries.ts'

interface Failure {
  code: string
  message: string
  field?: string | undefined
}

/** Stores the transcript. The service acts here on behalf of the user who submitted it. */
export async function doneTranscription(
  tx: Tx,
  row: TranscriptionRow,
  { phrases, durationMs }: Transcript,
  at: Date,
): Promise<void> {
  const changes = {
    job_status: 'DONE' as const,
    percent: 100,
    phrases: tx.json(phrases),
    text: phrases.map(({ text }) => text).join(' '),
    duration_ms: row.duration_ms ?? Math.round(durationMs),
    finished_at: at,
  }
  await changeTranscription(tx, row, changes, at)
  await removeParts(tx, row)
  await tell(tx, row, 'transcription.done', at)
}

export async function failedTranscription(
  tx: Tx,
  row: TranscriptionRow,
  { code, message, field }: Failure,
  at: Date,
): Promise<void> {
  const errors = tx.json([{ code, message, field: field ?? null }])
  await changeTranscription(tx, row, { job_status: 'FAILED', errors, finished_at: at }, at)
  await removeParts(tx, row)
  await tell(tx, row, 'transcription.failed', at)
}

/** The record that a task works on. */
export async function rowOfTask(
  { db }: Pick<Deps, 'db'>,
  { workspaceId }: Actor,
  id: string,
): Promise<TranscriptionRow> {
  const row = await transcriptionById(db.workspace(workspaceId), workspaceId, id)
  if (row) return row
  throw new TaskError('transcription_not_found', 'The transcription was deleted in the meantime.')
}

/** A finished transcription stays unchanged. */
export async function failTranscription(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: string,
  failure: Failure,
): Promise<void> {
  const row = await lockTranscription(tx, workspaceId, id)
  if (row && row.finished_at === null) await failedTranscription(tx, row, failure, clock())
}

async function tell(
  tx: Tx,
  row: TranscriptionRow,
  type: 'transcription.done' | 'transcription.failed',
  at: Date,
): Promise<void> {
  const service = serviceActor(row.workspace_id, row.created_by)
  const object = { type: 'transcription', id: row.id }
  const data = { provider: row.provider }
  await publish(tx, service, { type, object, data, at, spaceId: row.space_id })
}
