import { beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCode } from '../src/features/oauth/queries.ts'
import { callback, challenge, useOAuth } from '../src/features/oauth/test-oauth.ts'
import { workflowClient } from '../src/features/workflows/test-workflows.ts'
import { echo, triggerClient } from '../src/features/workflows/triggers/test-triggers.ts'
import { openBrowserSession } from './browser-session.ts'
import { type Answer, expectStatus, readProblem, type Tenant, useService } from './harness.ts'
import { notify } from './notify.ts'
import { password, passwordClient } from './passwords.ts'

type Contender = () => Promise<Answer>

interface Race {
  race: string
  /** Two requests that must not both win. */
  prepare(): Promise<[Contender, Contender]>
  /** What the loser may be told: the status and the code. */
  losers: readonly (readonly [number, string])[]
}

const atOnce = 5
const together = ([one, other]: [Contender, Contender]) => Promise.all([one(), other()])
const hasWon = ({ status }: Answer) => status < 300

/** Runs each race many times. Exactly one request wins, and the other one is told why it lost. */
export function testRaces(times: number): void {
  const service = useService()
  const program = useOAuth(service)
  const { logIn, createTenantWithPassword } = passwordClient(service)
  const people = {} as Record<'owner' | 'first' | 'second', Tenant>
  const browsers = {} as Record<keyof typeof people, { headers: Record<string, string> }>

  let client_id: string

  beforeAll(async () => {
    client_id = await program.registerClient()
    people.owner = await service.tenant()
    people.first = await service.colleague(people.owner, 'member')
    people.second = await service.colleague(people.owner, 'admin')
    for (const name of ['owner', 'first', 'second'] as const) {
      browsers[name] = await openBrowserSession(service, people[name])
    }
  })

  // Starts a new window of the rate limits.
  beforeEach(() => service.advance(301))

  const post = (path: string, body: object, options: object = {}) =>
    service.call('POST', path, { body, ...options })

  async function ask(question: object): Promise<string> {
    const changes = { category: 'agentNeedsInput', title: 'When do we start?', question }
    const asked = notify(service, people.first, changes, people.owner.key)
    return (await expectStatus(200, asked)).question_id
  }

  const answer = (id: string, who: keyof typeof people, value: string) => () =>
    post(`/api/v1/questions/${id}/answer`, { value }, browsers[who])

  async function invite(inviter: Tenant): Promise<Contender> {
    const body = { email: `${crypto.randomUUID()}@example.com`, role: 'member' }
    const made = await expectStatus(201, post('/api/v1/workspaces/invitations', body, inviter))
    return () => post('/api/v1/workspaces/invitations/accept', { token: made.token, password })
  }

  /** Exchanges a new authorization code. */
  async function newCode(): Promise<Contender> {
    const { userId: user_id, workspaceId: workspace_id } = people.owner
    const code = crypto.randomUUID()
    const expires_at = new Date(service.deps.clock().getTime() + 60_000)
    const consent = { client_id, workspace_id, user_id, scopes: ['boards:read'] }
    const resource = service.deps.config.publicUrl
    const rest = { resource, redirect_uri: callback, code_challenge: challenge, expires_at }
    await insertCode(service.deps.db.system, code, { ...consent, ...rest })
    return () => program.exchangeCode(client_id, code)
  }

  const answered = [409, 'question_answered'] as const
  const races: Race[] = [
    {
      race: 'two answers',
      prepare: async () => {
        const id = await ask({ kind: 'text' })
        return [answer(id, 'first', 'Monday'), answer(id, 'second', 'Friday')]
      },
      losers: [answered],
    },
    {
      race: 'two votes of one person',
      prepare: async () => {
        const of = [people.first.userId, people.second.userId]
        const id = await ask({ kind: 'approval', quorum: { of, needed: 2 } })
        return [answer(id, 'first', 'approved'), answer(id, 'first', 'rejected')]
      },
      losers: [answered],
    },
    {
      race: 'an answer and its withdrawal',
      prepare: async () => {
        const id = await ask({ kind: 'text' })
        const cancel = () => post(`/api/v1/questions/${id}/cancel`, {}, people.owner)
        return [answer(id, 'first', 'Monday'), cancel]
      },
      losers: [answered, [410, 'question_cancelled']],
    },
    {
      race: 'an answer and a delegation',
      prepare: async () => {
        const id = await ask({ kind: 'text' })
        const body = { user_id: people.second.userId }
        const delegate = () => post(`/api/v1/questions/${id}/delegate`, body, browsers.first)
        return [answer(id, 'first', 'Monday'), delegate]
      },
      losers: [answered],
    },
    {
      race: 'an approval of a run and an answer to its question',
      prepare: async () => {
        const step = { id: 'ok', type: 'ask', kind: 'approval', question: 'May it be?' }
        const flows = workflowClient(service, () => people.owner)
        const run = await flows.start(await flows.define({ steps: [step] }))
        const [waiting] = (await flows.waitForStep(run, 'ok', 'waiting')).steps
        const body = { task_reference_name: 'ok', status: 'approved' }
        const approve = () => post(`${flows.runPath(run)}/approve`, body, browsers.owner)
        return [approve, answer(waiting.waits_for.id, 'owner', 'rejected')]
      },
      losers: [answered],
    },
    {
      race: 'two acceptances of an invitation',
      prepare: async () => {
        const accept = await invite(people.owner)
        return [accept, accept]
      },
      losers: [[410, 'invitation_invalid']],
    },
    {
      race: 'a refresh token of a session, twice',
      prepare: async () => {
        const { email } = await createTenantWithPassword()
        const { refresh_token } = (await logIn(email)).body
        const refresh = () => post('/api/v1/auth/refresh', { refresh_token })
        return [refresh, refresh]
      },
      losers: [[401, 'refresh_token_invalid']],
    },
    {
      race: 'a refresh token of a program, twice',
      prepare: async () => {
        const exchange = await newCode()
        const { refresh_token } = await expectStatus(200, exchange())
        const refresh = () => program.refresh(client_id, refresh_token)
        return [refresh, refresh]
      },
      losers: [[400, 'invalid_grant']],
    },
    {
      race: 'an authorization code, twice',
      prepare: async () => {
        const exchange = await newCode()
        return [exchange, exchange]
      },
      losers: [[400, 'invalid_grant']],
    },
  ]

  /** Runs a race many times, a few at once. */
  async function repeat(run: () => Promise<void>): Promise<void> {
    let left = times
    const runSome = async () => {
      while (left-- > 0) await run()
    }
    await Promise.all(Array.from({ length: atOnce }, runSome))
  }

  test.each(races)('$race', async ({ prepare, losers }) => {
    await repeat(async () => {
      const answers = await together(await prepare())
      const lost = answers.filter((one) => !hasWon(one))
      expect(lost.length, answers.map(({ text }) => text).join('\n')).toBe(1)
      const [{ status, body }] = lost as [Answer]
      expect(losers).toContainEqual([status, body.code ?? body.error])
      expect(body.detail ?? body.error_description).toMatch(/\w+ \w+/)
    })
  })

  test('two rotations of a trigger: one URL works', async () => {
    const { define, createTrigger, call, deliver } = triggerClient(service, people.owner)
    const id = await define(echo)
    await repeat(async () => {
      const trigger = await createTrigger(id, { kind: 'webhook', overlap: 'allow' })
      const path = `/api/v1/service/workflows/${id}/triggers/${trigger.id}`
      const rotate = () => call('POST', `${path}/rotate`, {})
      const rotated = await together([rotate, rotate])
      expect(rotated.map(({ status }) => status)).toEqual([200, 200])
      const urls = [trigger.url, ...rotated.map(({ body }) => body.url)]
      const delivered = await Promise.all(urls.map((url) => readProblem(deliver(url, {}))))
      const refused = [404, 'hook_not_found']
      expect(delivered[0]).toEqual(refused)
      expect(delivered.slice(1).sort()).toEqual([[202, undefined], refused])
      await call('DELETE', path)
    })
  })

  test('an acceptance and the removal of the inviter: nobody joins after it', async () => {
    const { owner } = people
    await repeat(async () => {
      const inviter = await service.colleague(owner, 'admin')
      const accept = await invite(inviter)
      const path = `/api/v1/workspaces/members/${inviter.userId}`
      const remove = () => service.call('DELETE', path, { key: owner.key })
      const [accepted, removed] = await together([accept, remove])
      expect(removed.status).toBe(204)
      if (accepted.status !== 200) {
        expect(await readProblem(accepted)).toEqual([410, 'invitation_void'])
        return
      }
      const { access_token: token } = accepted.body
      const { body: me } = await service.call('GET', '/api/v1/auth/me', { token })
      const events = await service.deps.db.system<{ type: string }>`
        select type from events where workspace_id = ${owner.workspaceId} and
          (type = 'member.removed' and object ->> 'id' = ${String(inviter.userId)}
            or type = 'member.joined' and object ->> 'id' = ${String(me.user.id)})
        order by id`
      expect(events.map(({ type }) => type)).toEqual(['member.joined', 'member.removed'])
    })
  })
}
