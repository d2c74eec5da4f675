import { randomUUID } from 'node:crypto'
import type { Harness, Tenant } from '../../server/test/harness.ts'
import { runTool } from '../../server/test/tool-runs.ts'

interface TaskFacts {
  kind?: string
  status: string
  stage?: string
  percent?: number
  errors?: object
  input?: object
  result?: object
}

/** A task in a state that a model would take long to reach. */
export async function insertTask(
  { deps }: Harness,
  tenant: Tenant,
  facts: TaskFacts,
): Promise<string> {
  const id = randomUUID()
  const { kind = 'remove-background', status, stage = null, percent = 0, errors = null } = facts
  const { input = {}, result = null } = facts
  const isOver = status === 'FAILURE' || status === 'SUCCESS'
  const at = new Date()
  // A lease of a day, so that the test's worker leaves the task alone.
  const sql = deps.db.system
  await sql`
    insert into tasks (id, workspace_id, kind, lane, status, input, result, actor, percent, stage, errors,
      created_at, started_at, finished_at, due_at, lease)
    values (${id}, ${tenant.workspaceId}, ${kind}, 'heavy', ${status},
      ${sql.json(input as never)}, ${result && sql.json(result as never)}, '{}', ${percent}, ${stage},
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

/** The picture as its own cut-out, because a real one needs a model. */
export async function insertCutOut(
  service: Harness,
  { key }: Tenant,
  picture: string,
): Promise<string> {
  const body = { image_url: picture, output_format: 'png' }
  const { task_id: id } = await runTool(service, key, 'convert-format', body)
  await service.deps.db.system`
    update tasks set kind = 'remove-background', input = input - 'output_format' where id = ${id}`
  return id
}

/** A picture in which a tool has found two lines of text. */
export function insertReadText(service: Harness, tenant: Tenant, picture: string): Promise<string> {
  const buildLine = (text: string, top: number) => ({
    text,
    confidence: 0.97,
    box: { left: 8, top, width: 60, height: 16 },
    corners: [
      [8, top],
      [68, top],
      [68, top + 16],
      [8, top + 16],
    ],
    angle: 0,
  })
  return insertTask(service, tenant, {
    kind: 'read-text',
    status: 'SUCCESS',
    input: { image_url: picture },
    result: {
      text: 'Spring launch\nOrder 48213-B',
      lines: [buildLine('Spring launch', 8), buildLine('Order 48213-B', 40)],
      ...{ width: 96, height: 72, image_url: picture, warnings: [], timings: {} },
      engine: { name: 'PP-OCRv4', version: '4' },
    },
  })
}
