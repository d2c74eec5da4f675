import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { registerEvents } from '../src/features/events/known-events.ts'
import type { Feature } from '../src/features/feature.ts'
import { features } from '../src/features/index.ts'
import { connectSql } from './connect-sql.ts'
import { notes } from './example-feature/index.ts'

// Registers the feature like a line in features/index.ts. The service reads the list on import.
;(features as Feature[]).push(notes)
registerEvents(notes.events ?? {})
const { useService } = await import('./harness.ts')

// Without models, the workflows of the demo data end at once.
const nowhere = join(tmpdir(), 'no-models-here')
const service = useService({
  models: { folder: nowhere, mirrors: [], offlineFolder: nowhere },
  logLevel: 'fatal',
})
const path = '/api/v1/notes'

beforeAll(async () => {
  const sql = connectSql(service.databaseUrl)
  await sql.run(await readFile(join(import.meta.dirname, 'example-feature/notes.sql'), 'utf8'))
  await sql.end()
})

test('the example in CONTRIBUTING has its operations, event, job, cleanup and demo data', async () => {
  const mia = await service.tenant()
  const { status, body } = await service.call('POST', path, {
    key: mia.key,
    body: { text: 'The launch is on Friday.' },
  })
  expect([status, body.words]).toEqual([201, null])
  const list = async (key: string) => (await service.call('GET', path, { key })).body
  await expect.poll(async () => (await list(mia.key)).results[0].words).toBe(5)

  const events = await service.events(mia.key)
  expect(events.body.results.at(-1)).toMatchObject({
    type: 'note.created',
    object: { type: 'note', id: body.id },
  })

  const other = await service.tenant()
  expect((await list(other.key)).count).toBe(0)
  const refused = await service.call('POST', path, { key: other.key, body: { text: ' ' } })
  expect(refused.body.code).toBe('validation_failed')
  const guest = await service.tenant('guest')
  const forbidden = await service.call('POST', path, { key: guest.key, body: { text: 'Hello' } })
  expect(forbidden.body.code).toBe('permission_denied')
  expect((await service.call('GET', path)).status).toBe(401)

  const { body: document } = await service.call('GET', '/api/openapi.json')
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Note', 'NotePage', 'CreateNoteBody']),
  )

  await service.call('POST', '/api/v1/workspaces/current/demo', { key: other.key })
  expect((await list(other.key)).count).toBe(1)

  service.advance(366 * 86_400)
  await notes.cleanUp?.(service.deps)
  expect((await list(mia.key)).count).toBe(0)
})
