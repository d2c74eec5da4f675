import { type PageRequest, readPage } from '../../src/http/pagination.ts'
import type { Tx } from '../../src/platform/postgres/db.ts'
import type { Sql } from '../../src/platform/postgres/sql.ts'
import type { Note } from './schemas.ts'

export async function insertNote(
  tx: Tx,
  workspaceId: number,
  { id, text }: Pick<Note, 'id' | 'text'>,
  at: Date,
): Promise<Note> {
  const [note] = await tx<Note>`
    insert into notes (id, workspace_id, text, created_at)
    values (${id}, ${workspaceId}, ${text}, ${at}) returning id, text, words, created_at`
  return note as Note
}

export async function selectNotes(sql: Sql, workspaceId: number, page: PageRequest) {
  return readPage<Note>(sql, page, {
    columns: sql.part`id, text, words, created_at`,
    from: sql.part`from notes where workspace_id = ${workspaceId}`,
    order: sql.part`created_at desc, id`,
  })
}

export async function saveWordCount(sql: Sql, workspaceId: number, id: string): Promise<void> {
  await sql`
    update notes set words = cardinality(regexp_split_to_array(trim(text), '\\s+'))
    where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deleteNotesBefore(sql: Sql, before: Date): Promise<void> {
  await sql`delete from notes where created_at < ${before}`
}
