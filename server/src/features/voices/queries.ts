import type { Sql } from '../../platform/postgres/sql.ts'
import { type SpaceReader, selectVisible } from '../access/who-sees.ts'

/** A voice that a workspace added. */
export interface VoiceRow {
  id: string
  workspace_id: number
  space_id: number | null
  voice_name: string
  gender: 0 | 1 | 3
  is_premium: boolean
  description: string
  language_code: string
  supports_instructions: boolean
  engine: 'embedded' | 'openai'
  engine_voice: string
  published: boolean
}

const columns = (
  sql: Sql,
) => sql.part`id, workspace_id, space_id, voice_name, gender, is_premium, description,
  language_code, supports_instructions, engine, engine_voice, published`

/** The voices that the actor sees in the workspace, and those that others published. */
export function addedVoices(sql: Sql, actor: SpaceReader): Promise<VoiceRow[]> {
  return sql<VoiceRow>`
    select ${columns(sql)} from voices where (${selectVisible(sql, actor)}) or published
    order by created_at, id`
}

export async function addedVoice(
  sql: Sql,
  actor: SpaceReader,
  id: string,
): Promise<VoiceRow | undefined> {
  const [voice] = await sql<VoiceRow>`
    select ${columns(sql)} from voices
    where id = ${id} and ((${selectVisible(sql, actor)}) or published)`
  return voice
}

export async function sampleOfVoice(system: Sql, voiceId: string): Promise<string | undefined> {
  const [kept] = await system<{ content_key: string }>`
    select content_key from voice_samples where voice_id = ${voiceId}`
  return kept?.content_key
}

export async function keepSample(system: Sql, voiceId: string, contentKey: string): Promise<void> {
  await system`
    insert into voice_samples (voice_id, content_key) values (${voiceId}, ${contentKey})
    on conflict (voice_id) do update set content_key = excluded.content_key`
}

export async function insertVoice(sql: Sql, voice: VoiceRow, userId: number, at: Date) {
  const row = { ...voice, created_by: userId, created_at: at, updated_at: at }
  await sql`insert into voices ${sql.columns(row)}`
}

export async function changeVoice(
  sql: Sql,
  { id, workspace_id, ...voice }: VoiceRow,
  at: Date,
): Promise<void> {
  await sql`update voices set ${sql.columns({ ...voice, updated_at: at })}
    where workspace_id = ${workspace_id} and id = ${id}`
}

export async function removeVoice(sql: Sql, workspaceId: number, id: string): Promise<void> {
  await sql`delete from voices where workspace_id = ${workspaceId} and id = ${id}`
}
