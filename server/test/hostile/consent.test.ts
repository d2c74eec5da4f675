import { compactVerify, createLocalJWKSet } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDoors } from '../../src/features/doors/test-doors.ts'
import { signAnswerLink } from '../../src/features/questions/page/answer-by-link.ts'
import { findStep, workflowClient } from '../../src/features/workflows/test-workflows.ts'
import type { Permission } from '../../src/http/permissions.ts'
import { openBrowserSession } from '../browser-session.ts'
import {
  type CallOptions,
  expectStatus,
  readProblem,
  type Tenant,
  useColleague,
} from '../harness.ts'
import { useMcpClients } from '../mcp-client.ts'
import { notify } from '../notify.ts'
import { createOAuthGrant } from '../oauth-grant.ts'

/** An agent tries to give itself the consent that only a person can give. */
const doors = await useDoors()
const { service, mia, press, apps, sendMailReply, waitForQuestion, readMessages } = doors
const boss = useColleague(service, mia, 'admin')
const member = useColleague(service, mia, 'member')
const guest = useColleague(service, mia, 'guest')
const connect = useMcpClients()
const refused = [403, 'person_required']
const forms = { 'content-type': 'application/x-www-form-urlencoded' }
let baseUrl: string

beforeAll(async () => {
  baseUrl = await service.listen()
})

type Credential = Pick<CallOptions, 'key' | 'token' | 'headers'>

const asKey = ({ key }: Tenant): Credential => ({ key })
const asSession = ({ token }: Tenant): Credential => ({ token })

async function ask(question: object, by: Credential = asKey(mia), to: Tenant = mia) {
  const changes = {
    title: `May it go out, ${Math.random().toString(36).slice(2)}?`,
    category: 'agentNeedsInput',
    question,
  }
  const asked = service.call('POST', '/api/v1/service/agent/notify', {
    ...by,
    body: {
      userId: String(to.userId),
      workspaceId: String(to.workspaceId),
      message: 'It is ready.',
      ...changes,
    },
  })
  return (await expectStatus(200, asked)).question_id as string
}

const answer = (id: string, by: Credential, value: unknown = 'approved') =>
  service.call('POST', `/api/v1/questions/${id}/answer`, { ...by, body: { value } })

const read = async (id: string, by: Credential = asSession(mia)) =>
  (await service.call('GET', `/api/v1/questions/${id}`, by)).body

async function createKey(by: Credential, scopes: Permission[] = answering): Promise<Credential> {
  const body = { name: 'Helper', scopes }
  const made = service.call('POST', '/api/v1/api-keys', { ...by, body })
  return { key: (await expectStatus(201, made)).key }
}

const answering: Permission[] = [
  'notifications:read',
  'notifications:write',
  'notifications:send',
  'api-keys:write',
]

const changeSettings = (by: Credential, settings: object) =>
  service.call('PATCH', '/api/v1/workspaces/current', { ...by, body: { settings } })

async function readClaims(id: string, { key } = mia) {
  const { text } = await service.call('GET', `/api/v1/questions/${id}/receipt`, { key })
  const { body } = await service.call('GET', '/.well-known/atelier-keys.json')
  const { payload } = await compactVerify(text, createLocalJWKSet(body))
  return JSON.parse(Buffer.from(payload).toString())
}

describe.each(['approval', 'text'])('the agent that asked cannot answer: %s', (kind) => {
  test('with its key', async () => {
    const id = await ask({ kind })
    expect(await readProblem(answer(id, asKey(mia)))).toEqual(refused)
    expect((await read(id)).status).toBe('open')
    await expectStatus(200, answer(id, asSession(mia)))
  })

  test('with a key that its key created, or with a key of that key', async () => {
    const id = await ask({ kind })
    const child = await createKey(asKey(mia))
    expect(await readProblem(answer(id, child))).toEqual(refused)
    expect(await readProblem(answer(id, await createKey(child)))).toEqual(refused)
  })

  test('with its key, if a key that it created asked', async () => {
    const child = await createKey(asKey(mia))
    const id = await ask({ kind }, child)
    expect(await readProblem(answer(id, asKey(mia)))).toEqual(refused)
    expect(await readProblem(answer(id, await createKey(asKey(mia))))).toEqual(refused)
  })

  test('as an OAuth program, or with a key that the program created', async () => {
    const program = { token: (await createOAuthGrant(service, mia, { scopes: answering })).token }
    const id = await ask({ kind }, program)
    expect(await readProblem(answer(id, program))).toEqual(refused)
    const key = await createKey(program)
    expect(await readProblem(answer(id, key))).toEqual(refused)
    const other = await ask({ kind }, key)
    expect(await readProblem(answer(other, program))).toEqual(refused)
  })

  test('through MCP, whichever way it asked', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const arguments_ = { title: 'May it?', message: 'Ready.', kind, wait_seconds: 0 }
    const asked = await client.callTool({ name: 'ask_person', arguments: arguments_ })
    const { question_id } = asked.structuredContent as { question_id: string }
    for (const id of [question_id, await ask({ kind })]) {
      const call = { name: 'answer_question', arguments: { id, value: 'approved' } }
      const tried = await client.callTool({ name: 'call_tool', arguments: call })
      expect(tried).toMatchObject({ isError: true, structuredContent: { code: 'person_required' } })
      expect(await readProblem(answer(id, asKey(mia)))).toEqual(refused)
      expect((await read(id)).status).toBe('open')
    }
  })

  test('if the question is for anyone', async () => {
    const id = await ask({ kind, answerable_by: 'anyone' }, asKey(mia), boss)
    expect(await readProblem(answer(id, asKey(mia)))).toEqual(refused)
    expect(await readProblem(answer(id, await createKey(asKey(mia))))).toEqual(refused)
  })

  test('by delegating it', async () => {
    const id = await ask({ kind })
    const delegate = (by: Credential) =>
      service.call('POST', `/api/v1/questions/${id}/delegate`, {
        ...by,
        body: { user_id: member.userId },
      })
    expect(await readProblem(delegate(asKey(mia)))).toEqual(refused)
    expect(await readProblem(delegate(await createKey(asKey(mia))))).toEqual(refused)
    expect((await read(id)).people).toHaveLength(1)
    await expectStatus(200, delegate(asSession(mia)))
  })

  test('in the run that it started', async () => {
    const { define, start, waitForStep, command, approve } = workflowClient(service, () => mia)
    const step = { id: 'go', type: 'ask', kind, question: 'Go?' }
    const run = await start(await define({ steps: [step] }))
    const { id } = findStep(await waitForStep(run, 'go', 'waiting'), 'go').waits_for
    const body = { task_reference_name: 'go' }
    expect(await readProblem(answer(id, asKey(mia)))).toEqual(refused)
    expect(await readProblem(answer(id, await createKey(asKey(mia))))).toEqual(refused)
    if (kind === 'approval') {
      expect(await readProblem(command(run, 'approve', body))).toEqual(refused)
      await expectStatus(200, approve(run, body))
    } else {
      await expectStatus(200, answer(id, asSession(mia)))
    }
  })
})

describe('another key of the person', () => {
  test('answers and delegates a text question', async () => {
    const other = asKey({ ...mia, key: await service.keyWith(mia, answering) })
    await expectStatus(200, answer(await ask({ kind: 'text' }), other))
    const path = `/api/v1/questions/${await ask({ kind: 'text' })}/delegate`
    const body = { user_id: member.userId }
    await expectStatus(200, service.call('POST', path, { ...other, body }))
  })

  test('neither answers nor delegates an approval', async () => {
    const other = asKey({ ...mia, key: await service.keyWith(mia, answering) })
    const id = await ask({ kind: 'approval' })
    expect(await readProblem(answer(id, other))).toEqual(refused)
    const body = { user_id: member.userId }
    const delegated = service.call('POST', `/api/v1/questions/${id}/delegate`, { ...other, body })
    expect(await readProblem(delegated)).toEqual(refused)
  })

  test.each(['session', 'user', 'anyone'])(
    'does not answer an approval that says answerable_by: %s',
    async (answerable_by) => {
      const other = asKey({ ...mia, key: await service.keyWith(mia, answering) })
      const id = await ask({ kind: 'approval', answerable_by })
      expect(await readProblem(answer(id, other))).toEqual(refused)
    },
  )

  test('does not answer a text question that says answerable_by: session', async () => {
    const other = asKey({ ...mia, key: await service.keyWith(mia, answering) })
    const id = await ask({ kind: 'text', answerable_by: 'session' })
    expect(await readProblem(answer(id, other))).toEqual(refused)
    await expectStatus(200, answer(id, asSession(mia)))
  })

  test('does not vote', async () => {
    const other = asKey({ ...mia, key: await service.keyWith(mia, answering) })
    const of = [mia.userId, boss.userId]
    const id = await ask({ kind: 'approval', quorum: { of, needed: 1 } })
    expect(await readProblem(answer(id, other))).toEqual(refused)
    expect(await readProblem(answer(id, asKey(boss)))).toEqual(refused)
    await expectStatus(200, answer(id, asSession(boss)))
  })
})

describe('approvals by credentials', () => {
  const question = { kind: 'approval', answerable_by: 'credential' }

  test('are refused when asked, unless the workspace allows them', async () => {
    const own = await service.tenant()
    const asked = notify(service, own, { category: 'agentNeedsInput', question })
    expect(await readProblem(asked)).toEqual([400, 'question.answerable_by'])
  })

  test('count if the workspace allows them, but not from the agent that asked', async () => {
    const own = await service.tenant()
    await expectStatus(200, changeSettings(asSession(own), { approvals_by_credentials: true }))
    const id = await ask(question, asKey(own), own)
    expect(await readProblem(answer(id, asKey(own)))).toEqual(refused)
    expect(await readProblem(answer(id, await createKey(asKey(own))))).toEqual(refused)
    const usual = await ask({ kind: 'approval' }, asKey(own), own)
    const other = { key: await service.keyWith(own, answering) }
    expect(await readProblem(answer(usual, other))).toEqual(refused)
    const { authentication } = await expectStatus(200, answer(id, other))
    expect(authentication.strength).toBe('credential')
    const claims = await readClaims(id, own)
    expect(claims).toMatchObject({
      answered_by: { type: 'agent', name: 'Test key', on_behalf_of: { id: own.userId } },
      authentication: { strength: 'credential', statement: expect.stringContaining('Test key') },
    })
    expect(claims.answered_by.id).not.toBe(claims.asked_by.id)
  })

  test('end with the permission, also for open questions', async () => {
    const own = await service.tenant()
    await expectStatus(200, changeSettings(asSession(own), { approvals_by_credentials: true }))
    const id = await ask(question, asKey(own), own)
    await expectStatus(200, changeSettings(asSession(own), { approvals_by_credentials: false }))
    const other = { key: await service.keyWith(own, answering) }
    expect(await readProblem(answer(id, other))).toEqual(refused)
  })

  test.each([{ approvals_by_credentials: true }, { approval_proof: 'session' }])(
    'only an administrator who is signed in changes %j',
    async (settings) => {
      const scopes: Permission[] = ['workspaces:read', 'workspaces:write']
      const key = { key: await service.keyWith(mia, scopes) }
      const program = { token: (await createOAuthGrant(service, mia, { scopes })).token }
      for (const by of [key, program, asSession(member), asSession(guest)]) {
        expect((await changeSettings(by, settings)).status).toBe(403)
      }
      await expectStatus(200, changeSettings(key, { start_of_week: 'sun' }))
      const { body } = await service.call('GET', '/api/v1/workspaces/current', key)
      expect(JSON.stringify(body)).not.toMatch(/"approvals_by_credentials":true|approval_proof/)
    },
  )
})

describe('other people', () => {
  test('do not find the question, with a key or signed in', async () => {
    const stranger = await service.tenant()
    for (const kind of ['approval', 'text']) {
      const id = await ask({ kind })
      for (const person of [member, guest, stranger]) {
        for (const by of [asKey(person), asSession(person)]) {
          expect(await readProblem(answer(id, by))).toEqual([404, 'question_not_found'])
        }
      }
    }
  })

  test('a member approves what anyone may approve, but no guest', async () => {
    const id = await ask({ kind: 'approval', answerable_by: 'anyone' })
    expect((await answer(id, asSession(guest))).status).toBe(404)
    expect(await readProblem(answer(id, asKey(member)))).toEqual(refused)
    await expectStatus(200, answer(id, asSession(member)))
  })
})

describe('the person who asks someone else for an approval', () => {
  test('cannot give it, signed in or with a key, even as an administrator', async () => {
    for (const asker of [boss, member]) {
      const id = await ask({ kind: 'approval', answerable_by: 'anyone' }, asSession(asker))
      expect(await readProblem(answer(id, asSession(asker)))).toEqual(refused)
      expect(await readProblem(answer(id, await openBrowserSession(service, asker)))).toEqual(
        refused,
      )
      expect(await readProblem(answer(id, asKey(asker)))).toEqual(refused)
      expect((await read(id)).status).toBe('open')
      await expectStatus(200, answer(id, asSession(mia)))
    }
  })

  test('can answer their own text question, and approvals that they asked themselves', async () => {
    const text = await ask({ kind: 'text' }, asSession(boss), mia)
    await expectStatus(200, answer(text, asSession(boss)))
    const own = await ask({ kind: 'approval' }, asSession(boss), boss)
    await expectStatus(200, answer(own, asSession(boss)))
  })
})

describe.each(['proof', 'approval_proof'])('an answer that must be signed in (%s)', (how) => {
  const askSigned = (more: object = {}) =>
    ask({ kind: 'approval', ...(how === 'proof' && { proof: 'session' }), ...more })

  beforeAll(async () => {
    const approval_proof = how === 'approval_proof' ? 'session' : 'any'
    await expectStatus(200, changeSettings(asSession(mia), { approval_proof }))
    return async () => {
      await expectStatus(200, changeSettings(asSession(mia), { approval_proof: 'any' }))
    }
  })

  test('is not accepted from the link in the mail, whose page says so', async () => {
    const id = await askSigned()
    const { status, text } = await answerByLink(id)
    expect([status, text.includes('signed in')]).toEqual([403, true])
    expect((await read(id)).status).toBe('open')
    await expectStatus(200, answer(id, asSession(mia)))
  })

  test('is not accepted from a reply to the mail', async () => {
    const id = await askSigned()
    expect((await sendMailReply(id, 'Yes')).body.status).toBe('commented')
    expect((await read(id)).status).toBe('open')
    await expectStatus(200, answer(id, await openBrowserSession(service, mia)))
  })

  test('is not accepted from chat apps, which say so', async () => {
    const id = await askSigned()
    const { slack, telegram } = apps
    await press.slack(id, 'approved')
    const inSlack = () => slack.calls.findLast(({ method }) => method === 'response')?.body.text
    await expect.poll(inSlack).toContain('signed in')
    press.telegram(id, 'approved')
    const alert = () => telegram.calls.findLast(({ body }) => body?.show_alert)?.body.text
    await expect.poll(alert).toContain('signed in')
    const { body } = await press.discord(id, 'approved')
    expect(body.data.content).toContain('signed in')
    expect((await read(id)).status).toBe('open')
    await expectStatus(200, answer(id, asSession(mia)))
  })

  test('has no form in the mail’s page and no buttons in chat apps', async () => {
    const id = await askSigned()
    const { text } = await service.call('GET', answerPath(id))
    expect([text.includes('signed in'), text.includes('<form')]).toEqual([true, false])
    const { title } = await read(id)
    await expect.poll(() => readMessages().every((text) => text?.includes(title))).toBe(true)
    for (const message of readMessages()) expect(message).not.toContain(`${id}:`)
  })

  test('is not accepted from a key', async () => {
    const id = await askSigned({ kind: how === 'proof' ? 'text' : 'approval' })
    const other = { key: await service.keyWith(mia, answering) }
    expect(await readProblem(answer(id, other))).toEqual(refused)
    await expectStatus(200, answer(id, asSession(mia)))
  })
})

test('a workspace that wants approvals signed in still takes text answers by mail', async () => {
  await expectStatus(200, changeSettings(asSession(mia), { approval_proof: 'session' }))
  const id = await ask({ kind: 'text' })
  expect((await sendMailReply(id, 'On Tuesday')).body.status).toBe('answered')
  await expectStatus(200, changeSettings(asSession(mia), { approval_proof: 'any' }))
})

function answerPath(questionId: string, { workspaceId, userId } = mia) {
  return new URL(signAnswerLink(service.deps, { workspaceId, questionId, userId })).pathname
}

function answerByLink(questionId: string) {
  return service.call('POST', answerPath(questionId), { body: 'value=approved', headers: forms })
}

describe('a receipt', () => {
  const person = { type: 'person', name: 'Test Person' }
  const waitForAnswer = (id: string) =>
    expect.poll(async () => (await read(id)).status).toBe('answered')

  const ways: [string, (id: string) => Promise<unknown>, object, RegExp][] = [
    [
      'a session',
      (id) => expectStatus(200, answer(id, asSession(mia))),
      { door: 'api', strength: 'session' },
      /^Signed in/,
    ],
    [
      'the console',
      async (id) => expectStatus(200, answer(id, await openBrowserSession(service, mia))),
      { door: 'console', strength: 'session' },
      /^Signed in to the console\.$/,
    ],
    [
      'the link in the mail',
      (id) => expectStatus(200, answerByLink(id)),
      { door: 'mail', strength: 'channel' },
      /link .*mailed to \S+@example\.com/,
    ],
    [
      'a reply to the mail',
      (id) => sendMailReply(id, 'Yes'),
      { door: 'mail-reply', strength: 'channel' },
      /reply from \S+@example\.com/,
    ],
    [
      'Slack',
      (id) => press.slack(id, 'approved'),
      { door: 'slack', strength: 'channel' },
      /Slack for the linked account .*held by Test Person/,
    ],
    [
      'Discord',
      (id) => press.discord(id, 'approved'),
      { door: 'discord', strength: 'channel' },
      /Discord for the linked account .*held by Test Person/,
    ],
    [
      'Telegram',
      async (id) => press.telegram(id, 'approved'),
      { door: 'telegram', strength: 'channel' },
      /^Confirmed by Telegram for the linked account @mia\.$/,
    ],
  ]

  test.each(ways)('of an answer by %s says what proved it', async (_, give, how, statement) => {
    const { door, strength } = how as { door: string; strength: string }
    const id = await ask({ kind: 'approval' })
    await waitForQuestion(id)
    await give(id)
    await waitForAnswer(id)
    const claims = await readClaims(id)
    expect(claims).toMatchObject({
      door,
      answered_by: { ...person, id: mia.userId },
      authentication: { strength, statement: expect.stringMatching(statement) },
    })
    expect((await read(id)).authentication).toEqual(claims.authentication)
  })

  test('of a text answer by a key names the agent and its owner', async () => {
    const id = await ask({ kind: 'text' })
    await expectStatus(200, answer(id, { key: await service.keyWith(mia, answering) }))
    const { asked_by, answered_by, authentication } = await readClaims(id)
    const agent = { type: 'agent', name: 'Test key', on_behalf_of: { ...person, id: mia.userId } }
    expect([asked_by, answered_by]).toMatchObject([agent, agent])
    expect(answered_by.id).toMatch(/^key:/)
    expect(answered_by.id).not.toBe(asked_by.id)
    expect(authentication).toEqual({
      strength: 'credential',
      statement: expect.stringContaining('“Test key”, which acts for them'),
    })
  })

  test('names a person who asked, and each voter with their proof', async () => {
    const of = [mia.userId, boss.userId]
    const id = await ask({ kind: 'approval', quorum: { of } }, asSession(member))
    await expectStatus(200, answer(id, asSession(boss)))
    await expectStatus(200, answerByLink(id))
    const { asked_by, quorum } = await readClaims(id)
    expect(asked_by).toEqual({ ...person, id: member.userId })
    const votes = quorum.answers.map(
      (vote: { answered_by: object; authentication: { strength: string } }) => [
        vote.answered_by,
        vote.authentication.strength,
      ],
    )
    expect(votes).toHaveLength(2)
    expect(votes).toEqual(
      expect.arrayContaining([
        [{ ...person, id: boss.userId }, 'session'],
        [{ ...person, id: mia.userId }, 'channel'],
      ]),
    )
  })

  test('names the workflow that asked, and who started it', async () => {
    const { define, start, waitForStep, approve } = workflowClient(service, () => mia)
    const step = { id: 'go', type: 'ask', kind: 'approval', question: 'Go?' }
    const workflowId = await define({ title: 'Launch', steps: [step] })
    const run = await start(workflowId)
    const { id } = findStep(await waitForStep(run, 'go', 'waiting'), 'go').waits_for
    await expectStatus(200, approve(run, { task_reference_name: 'go' }))
    expect((await readClaims(id)).asked_by).toMatchObject({
      type: 'workflow',
      id: workflowId,
      name: 'Launch',
      on_behalf_of: { type: 'agent', on_behalf_of: { ...person, id: mia.userId } },
    })
  })
})
