import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { type TranscriptionRow, transcriptionById, transcriptions } from './queries.ts'
import type { Transcription, TranscriptionListQuery } from './schemas.ts'

export async function getTranscription(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<Transcription> {
  return present(await requireTranscription(deps, actor, id))
}

export async function listTranscriptions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: TranscriptionListQuery,
) {
  requirePermission(actor, 'transcriptions:read')
  return transcriptions(db.workspace(actor.workspaceId), actor.workspaceId, query)
}

export async function requireTranscription(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<TranscriptionRow> {
  requirePermission(actor, 'transcriptions:read')
  const row = await transcriptionById(db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!row) throw problem('transcription_not_found')
  return row
}

function present(row: TranscriptionRow): Transcription {
  const { id, task_id, job_status, percent, provider, language_code } = row
  const { duration_ms, text, errors, created_at, updated_at } = row
  const payload = { phrases: row.phrases ?? [] }
  return {
    ...{ id, task_id, job_status, percent, provider, language_code },
    ...{ duration_ms, text, payload, errors, created_at, updated_at },
  }
}
