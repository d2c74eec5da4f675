import { describe, expect, test } from 'vitest'
import type { Phrase } from '../../src/features/transcriptions/schemas.ts'
import { useService, useTenant } from '../harness.ts'
import { sample } from '../soak.ts'
import { longestTurn } from './longest-turn.ts'

/** A transcript can be megabytes of anything. Neither it nor its subtitles block the server. */
const service = useService()
const mia = useTenant(service)

async function transcription(phrases: unknown): Promise<string> {
  const id = crypto.randomUUID()
  await service.deps.db.system`
    insert into transcriptions (id, workspace_id, job_status, provider, language_code, task_id,
      source, phrases, text, callback_hash, callback_secret, created_at, updated_at, finished_at)
    values (${id}, ${mia.workspaceId}, 'DONE', 'embedded', 'en', ${crypto.randomUUID()}, 'x',
      ${service.deps.db.system.json(phrases)}, 'Before', ${id}, 'x', now(), now(), now())`
  return `/api/v1/transcription/${id}`
}

const phrases = (count: number, text: (at: number) => string): Phrase[] =>
  Array.from({ length: count }, (_, at) => ({ start: at * 10, end: at * 10 + 9, text: text(at) }))

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: mia.key, ...(body !== undefined && { body }) })

describe('subtitles of a long transcript', () => {
  test('are the same as those of its parts, and are written in a thread', async () => {
    const path = await transcription(phrases(12_000, (at) => `This is sentence number ${at}.`))
    let text = ''
    const turn = await longestTurn(async () => {
      text = (await call('GET', `${path}/download_transcription_file`)).text
    })
    expect(text).toContain('This is sentence number 11999.')
    // On the event loop, this takes more than a second.
    expect(turn).toBeLessThan(500)
  })

  // Twenty seconds of work.
  const isShort = sample(true, false)
  test.skipIf(isShort)('422 if they take too long, and others get theirs', async () => {
    const words = 'a '.repeat(5000)
    const endless = await transcription(phrases(700, () => words))
    const short = await transcription(phrases(2, () => 'Hello.'))
    const long = call('GET', `${endless}/download_transcription_file?max_chars_per_line=200`)
    const other = await call('GET', `${short}/download_transcription_file`)
    expect([other.status, other.text]).toEqual([200, expect.stringContaining('Hello.')])
    const { status, body } = await long
    expect([status, body.code]).toEqual([422, 'transcript_too_complex'])
    const next = await transcription(phrases(1000, () => 'Once more, with feeling.'))
    expect((await call('GET', `${next}/download_transcription_file`)).status).toBe(200)
  })
})

describe('a correction', () => {
  test('of 20,000 phrases finds the known words at once', async () => {
    const known = phrases(20_000, () => 'a').map((phrase) => ({
      ...phrase,
      words: [{ text: 'a', start: phrase.start, end: phrase.end }],
    }))
    const path = await transcription(known)
    let status = 0
    const body = { phrases: phrases(20_000, () => 'b') }
    const turn = await longestTurn(async () => {
      status = (await call('PATCH', path, body)).status
    })
    expect(status).toBe(200)
    expect(turn).toBeLessThan(500)
    const { body: read } = await call('GET', path)
    expect(read.payload.phrases.at(-1)).toMatchObject({ text: 'b', words: [{ text: 'b' }] })
  })

  test('of all words of a long transcript ends soon, and does not make it many times larger', async () => {
    const words = [{ text: 'a', start: 0, end: 1 }]
    const known = phrases(60, () => 'a').map((phrase) => ({ ...phrase, words }))
    const path = await transcription(known)
    const text = 'b '.repeat(4_900)
    const turn = await longestTurn(async () => {
      const { status } = await call('PATCH', path, { phrases: phrases(60, () => text) })
      expect(status).toBe(200)
    })
    expect(turn).toBeLessThan(1_000)
    const { body: read } = await call('GET', path)
    const counts = read.payload.phrases.map((phrase: Phrase) => phrase.words?.length ?? 0)
    expect(counts.reduce((sum: number, count: number) => sum + count)).toBeLessThanOrEqual(100_000)
  })

  test('publishes an event that stays small', async () => {
    const path = await transcription(phrases(1, () => 'a'))
    const text = 'word '.repeat(1900)
    const { status } = await call('PATCH', path, { phrases: phrases(300, () => text) })
    expect(status).toBe(200)
    const [event] = await service.deps.db.system<{ size: number }>`
      select length(data::text) as size from events
      where type = 'transcription.updated' and object->>'id' = ${path.split('/').at(-1) ?? ''}`
    expect(event?.size).toBeLessThan(25_000)
  })
})
