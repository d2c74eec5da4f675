import { connectSql } from '../../../server/test/connect-sql.ts'

const id = 'a0000000-0000-4000-8000-000000000001'

/** About four hours of speech. */
function phrases() {
  return Array.from({ length: 8_000 }, (_, at) => ({
    start: at * 1_800,
    end: at * 1_800 + 1_700,
    text: `This is sentence number ${at}.`,
  }))
}

/** Stores a finished transcript, as an engine would after hours of work. */
async function store(databaseUrl: string, workspaceId: number): Promise<void> {
  const sql = connectSql(databaseUrl)
  await sql`
    insert into transcriptions (id, workspace_id, job_status, provider, language_code, task_id,
      source, phrases, text, callback_hash, callback_secret, created_at, updated_at, finished_at)
    values (${id}, ${workspaceId}, 'DONE', 'embedded', 'en', ${crypto.randomUUID()}, 'x',
      ${sql.json(phrases())}, '', ${id}, 'x', now(), now(), now())`
  await sql.end()
}

export const longTranscript = { id, phrases, store }
