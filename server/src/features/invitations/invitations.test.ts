import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem, type Tenant, useService } from '../../../test/harness.ts'

const service = useService()
const base = '/api/v1/workspaces/invitations'
const password = 'a long password'

async function invite(by: Tenant, body: object) {
  return service.call('POST', base, { key: by.key, body })
}

async function accept(token: string, body: object = {}) {
  return service.call('POST', `${base}/accept`, { body: { token, password, ...body } })
}

const lookUp = (token: string) => service.call('POST', `${base}/lookup`, { body: { token } })

describe('inviting', () => {
  test('someone new joins with role, teamspaces and a session', async () => {
    const mia = await service.tenant()
    const { body: space } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name: 'Launch' },
    })
    const invited = await invite(mia, {
      email: 'new@example.com',
      role: 'guest',
      teamspace_ids: [space.id],
    })
    expect(invited.status).toBe(201)
    expect(invited.body.token).toMatch(/^ati_/)
    const seen = await lookUp(invited.body.token)
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        email: 'new@example.com',
        role: 'guest',
        workspace: { name: expect.stringContaining(mia.slug) },
        invited_by: 'Test Person',
        expires_at: invited.body.expires_at,
      },
    ])
    const jo = { first_name: 'Jo', last_name: 'Lind' }
    const joined = await expectStatus(200, accept(invited.body.token, jo))
    expect(joined.workspace.id).toBe(mia.workspaceId)
    const current = await service.call('GET', '/api/v1/workspaces/current', {
      token: joined.access_token,
    })
    expect(current.body.user).toMatchObject({ first_name: 'Jo', email: 'new@example.com' })
    expect(current.body.teamspaces).toHaveLength(1)
    const list = await service.call('GET', base, { key: mia.key })
    expect(list.body.results[0].accepted_at).not.toBeNull()
    expect(list.text).not.toContain(invited.body.token)
  })

  test('an existing user confirms with their password and reaches both workspaces', async () => {
    const mia = await service.tenant()
    const other = await service.tenant()
    const first = await invite(mia, { email: 'both@example.com' })
    await accept(first.body.token)
    const second = await invite(other, { email: 'BOTH@example.com' })
    const wrong = await accept(second.body.token, { password: 'some other one' })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'email_claimed'])
    const right = await accept(second.body.token)
    const { body } = await service.call('GET', '/api/v1/workspaces', {
      token: right.body.access_token,
    })
    expect(body.count).toBe(2)
  })

  test('a token works once and ends when replaced, revoked or expired', async () => {
    const mia = await service.tenant()
    const token = async (email: string) => (await invite(mia, { email })).body.token
    const used = await token('used@example.com')
    await accept(used)
    const replaced = await token('again@example.com')
    await token('again@example.com')
    const { body: revoked } = await invite(mia, { email: 'revoked@example.com' })
    await expectStatus(204, service.call('DELETE', `${base}/${revoked.id}`, { key: mia.key }))
    const old = await token('old@example.com')
    service.advance(7 * 86_400 + 1)
    for (const ended of [used, replaced, revoked.token, old, 'ati_nonsense']) {
      expect(await readProblem(accept(ended))).toEqual([410, 'invitation_invalid'])
      expect((await lookUp(ended)).status).toBe(410)
    }
  })

  test.each([
    ['removed', 'DELETE', undefined],
    ['demoted', 'PATCH', { role: 'member' }],
  ])('410 after the inviter was %s', async (_, method, body) => {
    const owner = await service.tenant()
    const inviter = await service.colleague(owner, 'admin')
    const { token } = (await invite(inviter, { email: 'void@example.com', role: 'admin' })).body
    const path = `/api/v1/workspaces/members/${inviter.userId}`
    await service.call(method, path, { key: owner.key, ...(body && { body }) })
    expect(await readProblem(lookUp(token))).toEqual([410, 'invitation_void'])
    expect(await readProblem(accept(token))).toEqual([410, 'invitation_void'])
  })

  test('two concurrent acceptances create one member', async () => {
    const mia = await service.tenant()
    const { body } = await invite(mia, { email: 'twice@example.com' })
    const both = await Promise.all([accept(body.token), accept(body.token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('409 for a member, 400 for owners by invitation, foreign spaces and bad addresses', async () => {
    const mia = await service.tenant()
    const other = await service.tenant()
    const { body: foreign } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: other.key,
      body: { name: 'x' },
    })
    expect((await invite(mia, { email: mia.email.toUpperCase() })).body.code).toBe('already_member')
    const bodies = [
      { email: 'a@example.com', role: 'owner' },
      { email: 'a@example.com', teamspace_ids: [foreign.id] },
      { email: 'no address' },
      { email: '"a, evil"@example.com, b@example.com' },
      {},
    ]
    for (const body of bodies) {
      expect([body, (await invite(mia, body)).status]).toEqual([body, 400])
    }
  })
})
