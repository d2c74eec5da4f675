import { beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../src/platform/postgres/sql.ts'
import { type Tenant, useService } from './harness.ts'

/** The filter on workspace_id is the first lock. These tests take it away and look again. */
const service = useService()
const words = (text: string) => Object.assign([text], { raw: [text] }) as TemplateStringsArray

/** Tables with a workspace_id that no request has any business with. */
const systemOnly = ['task_turns']

let mia: Tenant
let jo: Tenant
let tables: string[]

beforeAll(async () => {
  mia = await service.tenant()
  jo = await service.tenant()
  for (const { key } of [mia, jo]) {
    await service.call('POST', '/api/v1/workspaces/teamspaces', { key, body: { name: 'A' } })
    await service.call('GET', '/api/v1/webhooks/secret', { key })
    await service.call('PUT', '/api/v1/engines/outpainting', {
      key,
      body: { kind: 'openai', model: 'x' },
    })
    await service.call('POST', '/api/v1/assets/sign', {
      key,
      body: { filename: 'a.png', filetype: 'image/png' },
    })
    await service.call('POST', '/api/v1/voices', {
      key,
      body: {
        voice_name: 'A',
        gender: 0,
        language_code: 'en-US',
        provider: 'openai',
        engine_voice: 'a',
      },
    })
    const { body: transcription } = await service.call('POST', '/api/v1/transcription/transcribe', {
      key,
      body: { audio_url: 'http://127.0.0.1:1/a.ogg' },
    })
    await service.deps.db.system`
      insert into transcription_parts (transcription_id, workspace_id, sequence, phrases, done_ms)
      select id, workspace_id, 0, '[]', 0 from transcriptions where id = ${transcription.id}`
    await service.deps.db.system`
      insert into transcription_callbacks (transcription_id, workspace_id, event_id, received_at)
      select id, workspace_id, 'a', now() from transcriptions where id = ${transcription.id}`
    await service.call('POST', '/api/v1/ai-imageart/ai-generate-video-v2', {
      key,
      body: { parameters: { scenes: [{ title: 'A', duration_ms: 500 }] } },
    })
    await service.call('POST', '/api/v1/tools/remove-background', {
      key,
      body: { image_url: 'data:,x' },
    })
    await service.call('POST', '/api/v1/workspaces/invitations', {
      key,
      body: { email: 'x@example.com' },
    })
  }
  const rows = await service.deps.db.system<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1`
  tables = rows.map(({ name }) => name)
})

describe('row-level security', () => {
  test('is on for every table that has a workspace_id, and for workspaces and users', async () => {
    const open = await service.deps.db.system<{ relname: string }>`
      select relname from pg_class c
      where relname = any(${[...tables, 'workspaces', 'users']}::text[]) and relkind = 'r'
        and (not relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))`
    expect(open).toEqual([])
    expect(tables.length).toBeGreaterThanOrEqual(6)
  })

  test('shows a statement without a filter the own rows only', async () => {
    const sources: [string, Sql][] = [['a read', service.deps.db.workspace(mia.workspaceId)]]
    await service.deps.db.transaction(mia.workspaceId, async (tx) => {
      sources.push(['a transaction', tx])
      for (const [name, sql] of sources) {
        for (const table of tables) {
          if (systemOnly.includes(table)) continue
          const rows = await sql<{ workspace_id: number }>(
            words(`select workspace_id from ${table}`),
          )
          expect([name, table, rows.length > 0]).toEqual([
            name,
            table,
            table !== 'idempotency_keys',
          ])
          expect(new Set(rows.map((row) => row.workspace_id))).toEqual(new Set([mia.workspaceId]))
        }
      }
    })
  })

  test('shows only people of the workspace, and never a password', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    const people = await sql<{ email: string }>`select email from users`
    expect(people.map(({ email }) => email)).toEqual([mia.email])
    await expect(sql`select password_hash from users`).rejects.toThrow(/permission denied/)
  })

  test('refuses to write into, move to, or delete from another workspace', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    const now = new Date()
    await expect(sql`
      insert into teamspaces (workspace_id, name, slug, created_at, updated_at)
      values (${jo.workspaceId}, 'x', 'x', ${now}, ${now})`).rejects.toThrow(/row-level security/)
    await expect(sql`update teamspaces set workspace_id = ${jo.workspaceId}`).rejects.toThrow(
      /row-level security/,
    )
    await sql`delete from teamspaces where workspace_id = ${jo.workspaceId}`
    const [left] = await service.deps.db.system<{ count: number }>`
      select count(*) from teamspaces where workspace_id = ${jo.workspaceId}`
    expect(left?.count).toBe(1)
  })

  test('keeps the tables of credentials out of reach', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    const others = [
      'sessions',
      'refresh_tokens',
      'idempotency_keys',
      'server_secrets',
      'unused_contents',
    ]
    for (const table of [...systemOnly, ...others]) {
      await expect(sql(words(`select * from ${table}`))).rejects.toThrow(/permission denied/)
    }
  })

  test('holds while many workspaces use the same connections at once', async () => {
    const read = async (workspaceId: number) => {
      const rows = await service.deps.db.workspace(workspaceId)<{ workspace_id: number }>`
        select workspace_id from memberships`
      return rows.every((row) => row.workspace_id === workspaceId) && rows.length === 1
    }
    const reads = Array.from({ length: 2000 }, (_, at) =>
      read(at % 3 ? mia.workspaceId : jo.workspaceId),
    )
    expect((await Promise.all(reads)).every(Boolean)).toBe(true)
  })

  test('a statement in no workspace fails loudly', async () => {
    await expect(
      service.deps.db.transaction('system', async (tx) => {
        await tx`set local role atelier_tenant`
        await tx`select * from teamspaces`
      }),
    ).rejects.toThrow()
  })
})
