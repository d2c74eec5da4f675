import { expect, test, vi } from 'vitest'
import { catchError } from '../../server/test/catch-error.ts'
import { useTenant } from '../../server/test/harness.ts'
import { normalizeBaseUrl } from '../src/base-url.ts'
import { AtelierError, QuestionClosed } from '../src/index.ts'
import { warnAboutRateLimit } from '../src/retries.ts'
import { useServer } from './use-server.ts'

const origin = 'https://app.example.com'
const server = useServer({ allowedOrigins: [origin] })
const mia = useTenant(server.service)

test('ask resolves with the answer; the same key asks once', async () => {
  const atelier = server.createClient(mia)
  const person = server.signIn(mia)
  const asked: string[] = []
  const question = {
    title: 'Which image?',
    message: 'Both are on the card.',
    options: ['first', 'second'],
    idempotencyKey: 'ask-once',
    onAsked: ({ questionId }: { questionId: string }) => {
      asked.push(questionId)
      if (asked.length === 1) void person.questions.answer(questionId, { value: 'second' })
    },
  }
  const outcome = await atelier.ask(question)
  expect([outcome.status, outcome.answer.value]).toEqual(['answered', 'second'])
  // As after a restart: the answer is already there.
  expect((await atelier.ask(question)).question_id).toBe(outcome.question_id)
  expect(asked).toEqual([outcome.question_id, outcome.question_id])
})

test('ask knows every kind of question', async () => {
  const atelier = server.createClient(mia)
  const person = server.signIn(mia)
  const text = { title: 'How much may it cost?', message: 'The draft is ready.' }
  const answering = (value: never) => ({
    onAsked: ({ questionId }: { questionId: string }) =>
      void person.questions.answer(questionId, { value }),
  })
  const properties = { budget: { type: 'integer' } }
  const form = await atelier.ask({
    ...text,
    fields: { type: 'object', properties },
    expiresAt: new Date(Date.now() + 3_600_000),
    remindAfterSeconds: [60],
    ...answering({ budget: 5 } as never),
  })
  expect([form.kind, form.answer.value]).toEqual(['form', { budget: 5 }])
  const edit = await atelier.ask({ ...text, draft: 'Hello.', ...answering('approved' as never) })
  expect(edit.answer.value).toMatchObject({ decision: 'approved', text: 'Hello.' })
})

test('ask throws if the question is cancelled', async () => {
  const atelier = server.createClient(mia)
  const onAsked = ({ questionId }: { questionId: string }) => {
    void atelier.questions.cancel(questionId)
  }
  const error = await catchError(atelier.ask({ title: 'Go on?', message: 'It waits.', onAsked }))
  expect(error).toBeInstanceOf(QuestionClosed)
  expect((error as QuestionClosed).outcome.status).toBe('cancelled')
})

test('a base URL needs no scheme', () => {
  const urls = {
    'localhost:7431': 'http://localhost:7431',
    '127.0.0.1:80/': 'http://127.0.0.1',
    '[::1]:4600': 'http://[::1]:4600',
    'box:4600': 'http://box:4600',
    'nas.local': 'http://nas.local',
    'atelier.example.com/team/': 'https://atelier.example.com/team',
    'http://atelier.example.com': 'http://atelier.example.com',
  }
  for (const [given, url] of Object.entries(urls)) expect(normalizeBaseUrl(given)).toBe(url)
  for (const wrong of ['', 'ftp://example.com', 'http://', 'not a url']) {
    expect(() => normalizeBaseUrl(wrong)).toThrow('is not the URL of a server')
  }
})

test('a wait for the rate limit is logged, other retries are not', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const error = (status: number) => new AtelierError(status, { code: 'x', detail: 'x' })
  const retry = { operation: 'createBoard', delayMs: 58_200, attempt: 1 }
  warnAboutRateLimit({ ...retry, error: error(503) })
  warnAboutRateLimit({ ...retry, error: error(429), delayMs: 200 })
  expect(warn).not.toHaveBeenCalled()
  warnAboutRateLimit({ ...retry, error: error(429) })
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Atelier: rate limit reached. Retrying createBoard in 59 s.',
  )
  warn.mockRestore()
})

test('pages of an allowed origin may call, as the preflight says; others may not', async () => {
  const preflight = (from: string) =>
    fetch(`${server.baseUrl}/api/v1/pm/boards`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key,prefer',
      },
    })
  const allowed = await preflight(origin)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(origin)
  expect(allowed.headers.get('access-control-allow-methods')).toContain('POST')
  const names = allowed.headers.get('access-control-allow-headers')?.split(', ')
  expect(names).toEqual(expect.arrayContaining(['authorization', 'idempotency-key', 'prefer']))
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()

  const stranger = await preflight('https://other.example.com')
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull()

  // The browser adds the origin to every call, also to one that fails.
  let response: Response | undefined
  const atelier = server.createClient(mia, {
    fetch: (url, init) => {
      const headers = { ...(init?.headers as Record<string, string>), origin }
      return fetch(url, { ...init, headers })
    },
  })
  const onResponse = (received: Response) => {
    response = received
  }
  await catchError(atelier.boards.get('nowhere', {}, { onResponse }))
  expect(response?.status).toBe(404)
  expect(response?.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response?.headers.get('access-control-expose-headers')).toContain('etag')
})
