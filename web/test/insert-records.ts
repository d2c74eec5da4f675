import { randomUUID } from 'node:crypto'
import type { Harness, Tenant } from '../../server/test/harness.ts'

interface TaskFacts {
  kind?: string
  status: string
  stage?: string
  percent?: number
  errors?: object
}

/** A task in a state that a model would take long to reach. */
export async function insertTask(
  { deps }: Harness,
  tenant: Tenant,
  facts: TaskFacts,
): Promise<string> {
  const id = randomUUID()
  const { kind = 'remove-background', status, stage = null, percent = 0, errors = null } = facts
  const isOver = status === 'FAILURE'
  const at = new Date()
  // A lease of a day, so that the test's worker leaves the task alone.
  await deps.db.system`
    insert into tasks (id, workspace_id, kind, lane, status, input, actor, percent, stage, errors,
      created_at, started_at, finished_at, due_at, lease)
    values (${id}, ${tenant.workspaceId}, ${kind}, 'heavy', ${status}, '{}', '{}', ${percent}, ${stage},
      ${errors as never}, ${at}, ${status === 'PENDING' ? null : at}, ${isOver ? at : null},
      now() + interval '1 day', ${randomUUID()})`
  return id
}

interface TranscriptionFacts {
  status: string
  percent?: number
  phrases?: object[]
  errors?: object[]
}

/** A transcription in a state that a model would take long to reach. */
export async function insertTranscription(
  { deps }: Harness,
  tenant: Tenant,
  facts: TranscriptionFacts,
): Promise<string> {
  const id = randomUUID()
  const { status, percent = 0, phrases = null, errors = [] } = facts
  const at = new Date()
  const isOver = status === 'DONE' || status === 'FAILED'
  const sql = deps.db.system
  await sql`
    insert into transcriptions (id, workspace_id, job_status, provider, language_code, task_id, source,
      callback_hash, callback_secret, percent, phrases, text, errors, duration_ms, created_at, updated_at,
      finished_at)
    values (${id}, ${tenant.workspaceId}, ${status}, 'embedded', 'en-US', ${randomUUID()},
      'https://example.com/talk.mp4', ${randomUUID()}, 'whsec_', ${percent},
      ${phrases && sql.json(phrases as never)}, ${phrases ? 'text' : null}, ${sql.json(errors as never)},
      4000, ${at}, ${at}, ${isOver ? at : null})`
  return id
}
