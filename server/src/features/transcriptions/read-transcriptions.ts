import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { type DescribedSource, describeSources } from '../assets/describe-sources.ts'
import { presentRecording, presentSource } from './present-source.ts'
import { seenTranscription, type TranscriptionRow, transcriptions } from './queries.ts'
import type { Transcription, TranscriptionListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

export async function getTranscription(
  deps: Needs,
  actor: Actor,
  id: string,
): Promise<Transcription> {
  const row = await requireTranscription(deps, actor, id)
  const sources = await describeSources(deps, actor.workspaceId, [row.source])
  return present(deps, actor, row, sources.get(row.source))
}

export async function listTranscriptions(deps: Needs, actor: Actor, query: TranscriptionListQuery) {
  requirePermission(actor, 'transcriptions:read')
  const { workspaceId } = actor
  const { count, results } = await transcriptions(deps.db.workspace(workspaceId), actor, query)
  const given = results.map(({ source }) => source)
  const sources = await describeSources(deps, workspaceId, given)
  return {
    count,
    results: results.map(({ file_name, ...row }) => ({
      ...row,
      source: presentSource(sources.get(row.source), file_name),
    })),
  }
}

export async function requireTranscription(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<TranscriptionRow> {
  requirePermission(actor, 'transcriptions:read')
  const row = await seenTranscription(db.workspace(actor.workspaceId), actor, id)
  if (!row) throw problem('transcription_not_found')
  return row
}

const noSpeech = 'No speech was found in the recording, so its text and subtitles are empty.'

function present(
  deps: Needs,
  actor: Actor,
  row: TranscriptionRow,
  described: DescribedSource | undefined,
): Transcription {
  const { id, task_id, job_status, percent, provider, language_code, engine } = row
  const { duration_ms, text, errors, created_at, updated_at } = row
  const payload = { phrases: row.phrases ?? [] }
  const source = presentSource(described, row.file_name)
  // A credential that may not read files must not get them this way.
  const mayHear = actor.permissions.has('assets:read')
  const recording = mayHear ? presentRecording(deps, row, described) : null
  return {
    ...{ id, task_id, job_status, percent, provider, language_code, engine },
    ...{ source, recording, duration_ms, text, payload, errors, created_at, updated_at },
    warnings: job_status === 'DONE' && !text?.trim() ? [noSpeech] : [],
  }
}
