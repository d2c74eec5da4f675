import { describe, expect, test } from 'vitest'
import type { Phrase } from '../../src/features/transcriptions/schemas.ts'
import { expectStatus, useService, useTenant } from '../harness.ts'
import { measureLongestTurn } from './longest-turn.ts'

/** Numbers of phrases, and how long one turn may compute. */
interface Sizes {
  subtitles: number
  corrected: number
  /** Each gets 4,900 words; all of them must be more than are kept. */
  reworded: number
  rewritten: number
  maxTurnMs: number
}

/** A transcript can be megabytes of anything. Neither it nor its subtitles block the server. */
export function testTranscripts(sizes: Sizes) {
  const { subtitles, corrected, reworded, rewritten, maxTurnMs } = sizes
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
    service.call(method, path, { key: mia.key, body })

  describe('subtitles of a long transcript', () => {
    test('are the same as those of its parts, and are written in a thread', async () => {
      const path = await transcription(phrases(subtitles, (at) => `This is sentence number ${at}.`))
      let text = ''
      const turn = await measureLongestTurn(async () => {
        text = (await call('GET', `${path}/download_transcription_file`)).text
      })
      expect(text).toContain(`This is sentence number ${subtitles - 1}.`)
      // On the event loop, 12,000 take more than a second.
      expect(turn).toBeLessThan(maxTurnMs)
    })
  })

  describe('a correction', () => {
    test('of many phrases finds the known words at once', async () => {
      const known = phrases(corrected, () => 'a').map((phrase) => ({
        ...phrase,
        words: [{ text: 'a', start: phrase.start, end: phrase.end }],
      }))
      const path = await transcription(known)
      let status = 0
      const body = { phrases: phrases(corrected, () => 'b') }
      const turn = await measureLongestTurn(async () => {
        status = (await call('PATCH', path, body)).status
      })
      expect(status).toBe(200)
      expect(turn).toBeLessThan(maxTurnMs)
      const { body: read } = await call('GET', path)
      expect(read.payload.phrases.at(-1)).toMatchObject({ text: 'b', words: [{ text: 'b' }] })
    })

    test('of all words of a long transcript ends soon, and does not make it many times larger', async () => {
      const words = [{ text: 'a', start: 0, end: 1 }]
      const known = phrases(reworded, () => 'a').map((phrase) => ({ ...phrase, words }))
      const path = await transcription(known)
      const text = 'b '.repeat(4_900)
      const turn = await measureLongestTurn(async () => {
        await expectStatus(200, call('PATCH', path, { phrases: phrases(reworded, () => text) }))
      })
      expect(turn).toBeLessThan(1_000)
      const { body: read } = await call('GET', path)
      const counts = read.payload.phrases.map((phrase: Phrase) => phrase.words?.length ?? 0)
      expect(counts.reduce((sum: number, count: number) => sum + count)).toBeLessThanOrEqual(
        100_000,
      )
    })

    test('publishes an event that stays small', async () => {
      const path = await transcription(phrases(1, () => 'a'))
      const text = 'word '.repeat(1900)
      await expectStatus(200, call('PATCH', path, { phrases: phrases(rewritten, () => text) }))
      const [event] = await service.deps.db.system<{ size: number }>`
        select length(data::text) as size from events
        where type = 'transcription.updated' and object->>'id' = ${path.split('/').at(-1) ?? ''}`
      expect(event?.size).toBeLessThan(25_000)
    })
  })

  return { transcription, phrases, call }
}
