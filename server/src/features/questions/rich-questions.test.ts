import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openBrowserSession } from '../../../test/browser-session.ts'
import {
  expectStatus,
  readProblem,
  type Tenant,
  useService,
  useTenant,
} from '../../../test/harness.ts'
import { notify } from '../../../test/notify.ts'
import { expireQuestions } from './answer/end-question.ts'
import { nudgeQuestions } from './ask/nudge-questions.ts'
import { signAnswerLink } from './page/answer-by-link.ts'

const service = useService()
const mia = useTenant(service)

async function ask(question: object, of: Tenant = mia) {
  const changes = { title: 'What now?', category: 'agentNeedsInput', question }
  const { status, body } = await notify(service, of, changes)
  expect([status, body.detail]).toEqual([200, undefined])
  return body as { question_id: string; thread_id: string; notification_id: string }
}

const refused = async (question: object) => {
  const changes = { title: 'What now?', category: 'agentNeedsInput', question }
  const { status, body } = await notify(service, mia, changes)
  return [status, body.errors?.[0]?.path, body.errors?.[0]?.message]
}

const answer = (id: string, value: unknown, { token } = mia) =>
  service.call('POST', `/api/v1/questions/${id}/answer`, { token, body: { value } })

const read = async (id: string, { key }: Pick<Tenant, 'key'> = mia) =>
  (await service.call('GET', `/api/v1/questions/${id}`, { key })).body

const soon = (seconds: number) =>
  new Date(service.deps.clock().getTime() + seconds * 1000).toISOString()

const fields = {
  type: 'object',
  properties: {
    budget: { type: 'integer', minimum: 1 },
    owner: { type: 'integer', format: 'user-id' },
    picture: { type: 'string', format: 'asset-id' },
    tone: { type: 'string', enum: ['warm', 'cool'], default: 'warm' },
  },
  required: ['budget'],
}

describe('kinds', () => {
  test('a form accepts what its schema says, and names the field of a mistake', async () => {
    const { question_id: id } = await ask({ kind: 'form', fields })
    const wrong = async (value: unknown) => (await answer(id, value)).body.errors?.[0]?.path
    expect(await wrong({ budget: 0 })).toBe('value.budget')
    expect(await wrong({})).toBe('value.budget')
    expect(await wrong('approved')).toBe('value')
    expect(await wrong({ budget: 1, owner: 2_000_000_000 })).toBe('value.owner')
    expect(await wrong({ budget: 1, picture: '00000000-0000-4000-8000-000000000000' })).toBe(
      'value.picture',
    )
    const done = await answer(id, { budget: 400, owner: mia.userId })
    expect(done.body.answer.value).toEqual({ budget: 400, owner: mia.userId, tone: 'warm' })
  })

  test('hostile and incomplete questions get clear errors', async () => {
    const hostile = (more: object) => ({ kind: 'form', fields: { type: 'object', ...more } })
    expect(await refused(hostile({ patternProperties: { '(a+)+$': {} } }))).toEqual([
      400,
      'question.fields',
      'cannot be used: patternProperties is not supported',
    ])
    expect((await refused(hostile({ properties: { a: { pattern: '(a+)+$' } } })))[1]).toBe(
      'question.fields',
    )
    expect((await refused(hostile({ $ref: '#' })))[1]).toBe('question.fields')
    expect((await refused({ kind: 'form' }))[1]).toBe('question.fields')
    expect((await refused({ kind: 'edit' }))[1]).toBe('question.draft')
    expect((await refused({ kind: 'edit', draft: 'ü'.repeat(60_000) }))[1]).toBe('question.draft')
    expect((await refused({ kind: 'rank' }))[1]).toBe('question.options')
    expect((await refused({ kind: 'text', quorum: { of: [mia.userId] } }))[1]).toBe(
      'question.quorum',
    )
    expect((await refused({ kind: 'approval', quorum: { of: [999_999] } }))[1]).toBe(
      'question.quorum.of',
    )
    expect((await refused({ kind: 'approval', default_answer: 'approved' }))[1]).toBe(
      'question.default_answer',
    )
    const late = { kind: 'approval', expires_at: soon(60), default_answer: 'maybe' }
    expect((await refused(late))[1]).toBe('question.default_answer')
    expect((await refused({ kind: 'approval', subject: { kind: 'asset', id: 'x' } }))[1]).toBe(
      'question.subject.id',
    )
    expect(
      (
        await refused({
          kind: 'approval',
          subject: { kind: 'workflow_step', id: 'x', sha256: 'a'.repeat(64) },
        })
      )[1],
    ).toBe('question.subject.kind')
  })

  test('an edit keeps both versions and the diff; rank and multiple choice take lists', async () => {
    const edit = await ask({ kind: 'edit', draft: 'One\nTwo\nThree' })
    const text = 'One\n2\nThree'
    await expectStatus(200, answer(edit.question_id, { decision: 'approved', text }))
    expect(await read(edit.question_id)).toMatchObject({
      draft: 'One\nTwo\nThree',
      answer: { value: { decision: 'approved', text, changed: true } },
      diff: '@@ -1,3 +1,3 @@\n One\n-Two\n+2\n Three',
    })
    const options = ['a', 'b', 'c']
    const rank = await ask({ kind: 'rank', options })
    expect((await answer(rank.question_id, ['c', 'a'])).body.errors[0].message).toContain(
      'missing: b',
    )
    expect((await answer(rank.question_id, ['c', 'c', 'a'])).status).toBe(400)
    expect((await answer(rank.question_id, ['c', 'a', 'b'])).body.answer.value).toEqual([
      'c',
      'a',
      'b',
    ])
    const many = await ask({ kind: 'multi_choice', options })
    expect((await answer(many.question_id, ['d'])).status).toBe(400)
    expect((await answer(many.question_id, [])).body.answer.value).toEqual([])
  })

  test('the page behind the email’s link has a form for each kind', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = async (question: object, body: string) => {
      const { question_id: questionId } = await ask(question)
      const { workspaceId, userId } = mia
      const link = new URL(signAnswerLink(service.deps, { workspaceId, questionId, userId }))
        .pathname
      expect((await service.call('GET', link)).status).toBe(200)
      const { status, text } = await service.call('POST', link, { body, headers: form })
      expect([status, text.includes('Thank you')]).toEqual([200, true])
      return (await read(questionId)).answer.value
    }
    const options = ['a', 'b', 'c']
    expect(await sent({ kind: 'form', fields }, 'field%3Abudget=7&field%3Atone=cool')).toEqual({
      budget: 7,
      tone: 'cool',
    })
    expect(await sent({ kind: 'edit', draft: 'x\ny' }, 'decision=rejected&text=x%0D%0Ay')).toEqual({
      decision: 'rejected',
      text: 'x\ny',
      changed: false,
    })
    expect(await sent({ kind: 'rank', options }, 'rank%3Aa=3&rank%3Ab=1&rank%3Ac=2')).toEqual([
      'b',
      'c',
      'a',
    ])
    expect(await sent({ kind: 'multi_choice', options }, 'value=a&value=c')).toEqual(['a', 'c'])
  })
})

describe('time and people', () => {
  test('the default answer counts at expiry, is marked, and has no receipt', async () => {
    const { question_id: id } = await ask({
      kind: 'approval',
      expires_at: soon(5),
      default_answer: 'rejected',
    })
    service.advance(6)
    await expireQuestions(service.deps)
    expect(await read(id)).toMatchObject({
      status: 'answered',
      answer: { value: 'rejected', is_default: true },
      answered_by: null,
      answered_via: 'default',
    })
    const receipt = await service.call('GET', `/api/v1/questions/${id}/receipt`, { key: mia.key })
    expect([receipt.status, receipt.body.code]).toEqual([409, 'receipt_unavailable'])
  })

  test('reminders and escalation happen once, and the new person can answer', async () => {
    const jo = await service.colleague(mia, 'member')
    const { question_id: id } = await ask({
      kind: 'approval',
      remind_after_seconds: [10, 20],
      escalate: [{ after_seconds: 30, to: { user_id: jo.userId } }],
    })
    expect((await answer(id, 'approved', jo)).status).toBe(404)
    service.advance(31)
    await Promise.all([nudgeQuestions(service.deps), nudgeQuestions(service.deps)])
    const titles = async (of: Tenant) => {
      const { body } = await service.call('GET', '/api/v1/notifications?page_size=100', {
        key: of.key,
      })
      const own = body.results.filter(
        (one: { question?: { id: string } }) => one.question?.id === id,
      )
      return own.map((one: { title: string }) => one.title).sort()
    }
    expect(await titles(mia)).toEqual(['Reminder: What now?', 'What now?'])
    expect(await titles(jo)).toEqual(['Escalated: What now?'])
    const done = await answer(id, 'approved', jo)
    expect(done.body.people.map((one: { reason: string }) => one.reason)).toEqual([
      'asked',
      'escalated',
    ])
    const { body: count } = await service.call(
      'GET',
      '/api/v1/notifications?unread=true&page_size=100',
      { key: mia.key },
    )
    expect(
      count.results.some((one: { question?: { id: string } }) => one.question?.id === id),
    ).toBe(false)
  })

  test('a quorum counts each vote once, and the receipt lists them', async () => {
    const [jo, kim, eve] = (await Promise.all(
      [0, 1, 2].map(() => service.colleague(mia, 'admin')),
    )) as [Tenant, Tenant, Tenant]
    const of = [mia.userId, jo.userId, kim.userId]
    const { question_id: id } = await ask({ kind: 'approval', quorum: { needed: 2, of } })
    expect((await answer(id, 'approved', eve)).status).toBe(404)
    const first = await answer(id, 'approved', jo)
    expect(first.body).toMatchObject({
      status: 'open',
      quorum: { needed: 2, approved: 1, rejected: 0 },
    })
    expect((await answer(id, 'approved', jo)).body.code).toBe('question_answered')
    const votes = await Promise.all([answer(id, 'rejected', mia), answer(id, 'approved', kim)])
    expect(votes.map(({ status }) => status)).toContain(200)
    const whole = await read(id)
    expect(whole).toMatchObject({ status: 'answered', answer: { value: 'approved' } })
    const { text } = await service.call('GET', `/api/v1/questions/${id}/receipt`, { key: mia.key })
    const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.quorum.answers.length).toBeGreaterThanOrEqual(2)
    const quick = await ask({ kind: 'approval', quorum: { of, rule: 'first_rejection_ends' } })
    expect((await answer(quick.question_id, 'rejected', kim)).body.answer.value).toBe('rejected')
  })

  test('a delegated question is answered by the delegate, and no longer by the first', async () => {
    const asked = await service.colleague(mia, 'member')
    const jo = await service.colleague(mia, 'member')
    const { question_id: id } = await ask({ kind: 'text' }, { ...asked, key: mia.key })
    const delegate = (body: object, { token }: Tenant) =>
      service.call('POST', `/api/v1/questions/${id}/delegate`, { token, body })
    expect((await delegate({ user_id: jo.userId }, jo)).status).toBe(404)
    expect((await delegate({ user_id: 999_999 }, asked)).status).toBe(400)
    await expectStatus(200, delegate({ user_id: jo.userId, comment: 'You know it.' }, asked))
    const [notification] = (await service.call('GET', '/api/v1/notifications', { key: jo.key }))
      .body.results
    expect(notification.message).toMatch(/asks you to answer this question: You know it\.\n\n\S/)
    expect(await readProblem(answer(id, 'me', asked))).toEqual([409, 'question_answered'])
    expect((await answer(id, 'me', jo)).body.answered_by.id).toBe(jo.userId)
  })

  test('the receipt of an asset is bound to its bytes, and says how the person signed in', async () => {
    const boundary = 'part'
    const create = { width: 8, height: 8, channels: 3 as const, background: '#2266aa' }
    const bytes = await sharp({ create }).png().toBuffer()
    const start = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="plan.png"\r\ncontent-type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(start), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const asset = await service.call('POST', '/api/v1/assets/upload', {
      key: mia.key,
      headers,
      body,
    })
    expect(asset.status).toBe(201)
    const subject = { kind: 'asset', id: asset.body.id }
    const { question_id: id } = await ask({ kind: 'approval', subject })
    await service.call('POST', `/api/v1/questions/${id}/answer`, {
      ...(await openBrowserSession(service, mia)),
      body: { value: 'approved' },
    })
    const { text } = await service.call('GET', `/api/v1/questions/${id}/receipt`, { key: mia.key })
    const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const bound = { ...subject, sha256 }
    expect(claims).toMatchObject({ subject: bound, door: 'console', authenticated_by: 'session' })
  })
})
