import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem, useService } from '../../../test/harness.ts'
import { password, passwordClient } from '../../../test/passwords.ts'

const service = useService()
const current = '/api/v1/workspaces/current'
const { createTenantWithPassword, logIn } = passwordClient(service)

describe('API keys', () => {
  test('401 for missing, malformed, unknown, expired and revoked keys', async () => {
    const mia = await service.tenant()
    const { body: expiring } = await service.call('POST', '/api/v1/api-keys', {
      key: mia.key,
      body: { name: 'Short', expires_at: new Date(Date.now() + 60_000).toISOString() },
    })
    const { body: revoked } = await service.call('POST', '/api/v1/api-keys', {
      key: mia.key,
      body: { name: 'Revoked' },
    })
    expect((await service.call('GET', current, { key: expiring.key })).status).toBe(200)
    await service.call('DELETE', `/api/v1/api-keys/${revoked.id}`, { key: mia.key })
    service.advance(61)
    const headers = [
      undefined,
      '',
      'Api-Key',
      mia.key,
      `Basic ${mia.key}`,
      `Api-Key ${mia.key} extra`,
      `Api-Key ${mia.key}x`,
      `Api-Key ${mia.key.slice(0, -1)}`,
      `Bearer ${mia.key}`,
      `Api-Key ${expiring.key}`,
      `Api-Key ${revoked.key}`,
    ]
    for (const authorization of headers) {
      const answer = await service.call('GET', current, {
        headers: authorization === undefined ? {} : { authorization },
      })
      expect([authorization, answer.status, answer.body.code]).toEqual([
        authorization,
        401,
        'unauthorized',
      ])
      expect(answer.text).not.toContain(mia.key)
    }
  })

  test('the scheme is case-insensitive', async () => {
    const mia = await service.tenant()
    const answer = await service.call('GET', current, {
      headers: { authorization: `api-key ${mia.key}` },
    })
    expect(answer.status).toBe(200)
  })

  test('keys of a deactivated person or a former member do not work', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    await service.deps.db.system`update users set is_active = false where id = ${jo.userId}`
    expect((await service.call('GET', current, { key: jo.key })).status).toBe(401)
    await service.deps.db.system`update users set is_active = true where id = ${jo.userId}`
    await service.call('DELETE', `/api/v1/workspaces/members/${jo.userId}`, { key: mia.key })
    expect((await service.call('GET', current, { key: jo.key })).status).toBe(401)
  })

  test('a key never exceeds its person: a reduced role reduces the key immediately', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'admin')
    const path = '/api/v1/workspaces/teamspaces'
    await expectStatus(201, service.call('POST', path, { key: jo.key, body: { name: 'A' } }))
    await service.call('PATCH', `/api/v1/workspaces/members/${jo.userId}`, {
      key: mia.key,
      body: { role: 'guest' },
    })
    await expectStatus(403, service.call('POST', path, { key: jo.key, body: { name: 'B' } }))
  })

  test('a workspace that is switched off rejects everything until its owner switches it on', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'admin')
    const al = await service.colleague(mia, 'member')
    const set = (key: string, body: object) => service.call('PATCH', current, { key, body })
    expect((await set(jo.key, { is_active: false })).status).toBe(403)
    expect((await set(mia.key, { is_active: false })).status).toBe(200)
    for (const [key, path] of [
      [mia.key, '/api/v1/workspaces/teamspaces'],
      [jo.key, '/api/v1/workspaces/teamspaces'],
      [al.key, current],
    ] as const) {
      const answer = await service.call('GET', path, { key })
      expect([answer.status, answer.body.code]).toEqual([403, 'workspace_inactive'])
    }
    // Administrators can see that it is switched off.
    for (const key of [mia.key, jo.key]) {
      const answer = await service.call('GET', current, { key })
      expect([answer.status, answer.body.workspace.is_active]).toEqual([200, false])
    }
    expect((await set(mia.key, { name: 'New' })).body.code).toBe('workspace_inactive')
    expect((await set(mia.key, { is_active: true })).status).toBe(200)
    expect((await service.call('GET', current, { key: jo.key })).status).toBe(200)
  })
})

describe('sign in, refresh, sign out', () => {
  test('from sign-in to sign-out', async () => {
    const mia = await createTenantWithPassword()
    const body = await expectStatus(200, logIn(mia.email.toUpperCase()))
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ats_/),
      refresh_token: expect.stringMatching(/^atr_/),
      expires_in: 3600,
      token_type: 'Bearer',
    })
    expect((await service.call('GET', current, { token: body.access_token })).body.user.id).toBe(
      mia.userId,
    )

    const refreshed = await service.call('POST', '/api/v1/auth/refresh', {
      body: { refresh_token: body.refresh_token },
    })
    expect(refreshed.status).toBe(200)
    expect((await service.call('GET', current, { token: body.access_token })).status).toBe(401)
    const token = refreshed.body.access_token
    expect((await service.call('GET', current, { token })).status).toBe(200)

    expect((await service.call('POST', '/api/v1/auth/logout', { token })).status).toBe(204)
    expect((await service.call('GET', current, { token })).status).toBe(401)
    const answer = await service.call('POST', '/api/v1/auth/refresh', {
      body: { refresh_token: refreshed.body.refresh_token },
    })
    expect(answer.status).toBe(401)
  })

  test('an access token expires after an hour', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await logIn(mia.email)
    service.advance(3601)
    expect((await service.call('GET', current, { token: body.access_token })).status).toBe(401)
  })

  test('a refresh token that is used twice ends the session', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await logIn(mia.email)
    const refresh = (refresh_token: string) =>
      service.call('POST', '/api/v1/auth/refresh', { body: { refresh_token } })
    const next = await refresh(body.refresh_token)
    expect(await readProblem(refresh(body.refresh_token))).toEqual([401, 'refresh_token_invalid'])
    expect((await service.call('GET', current, { token: next.body.access_token })).status).toBe(401)
    expect((await refresh(next.body.refresh_token)).status).toBe(401)
  })

  test('of two concurrent refreshes, only one gets tokens', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await logIn(mia.email)
    const both = await Promise.all(
      [1, 2].map(() =>
        service.call('POST', '/api/v1/auth/refresh', {
          body: { refresh_token: body.refresh_token },
        }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('the same response for a wrong password and an unknown user', async () => {
    const mia = await createTenantWithPassword()
    const wrong = await logIn(mia.email, 'wrong password')
    const nobody = await logIn('nobody@example.com', 'wrong password')
    const withoutPassword = await logIn((await service.tenant()).email, 'wrong password')
    for (const { status, body } of [wrong, nobody, withoutPassword]) {
      expect([status, { ...body, request_id: '' }]).toEqual([
        401,
        { ...wrong.body, request_id: '' },
      ])
    }
  })

  test('429 for repeated guessing', async () => {
    const mia = await createTenantWithPassword()
    const statuses = []
    for (let guess = 0; guess < 25; guess++) {
      statuses.push((await logIn(mia.email, `guess ${guess}`)).status)
    }
    expect(statuses).toContain(429)
    expect((await logIn(mia.email)).status).toBe(429)
    service.advance(301)
    expect((await logIn(mia.email)).status).toBe(200)
  })

  test('a session reaches every workspace of its person through Organization', async () => {
    const mia = await createTenantWithPassword()
    const { body } = await logIn(mia.email)
    const token = body.access_token
    const { body: second } = await service.call('POST', '/api/v1/workspaces', {
      token,
      body: { name: 'Second' },
    })
    const inSecond = await service.call('GET', current, {
      token,
      headers: { organization: second.slug },
    })
    expect(inSecond.body.workspace).toEqual(second)
    expect((await service.call('GET', '/api/v1/workspaces', { token })).body.count).toBe(2)
    expect((await service.call('GET', '/api/v1/workspaces', { key: mia.key })).body.count).toBe(1)
  })
})

describe('POST /auth/password', () => {
  test('needs the current password if there is one, and ends other sessions', async () => {
    const mia = await createTenantWithPassword()
    const first = (await logIn(mia.email)).body.access_token
    const second = (await logIn(mia.email)).body.access_token
    const change = (body: object) =>
      service.call('POST', '/api/v1/auth/password', { token: first, body })
    const wrong = await change({ current_password: 'no', new_password: 'another password' })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
    expect((await change({ new_password: 'another password' })).status).toBe(403)
    expect((await change({ current_password: password, new_password: 'short' })).status).toBe(400)
    const passwords = { current_password: password, new_password: 'another password' }
    await expectStatus(204, change(passwords))
    expect((await service.call('GET', current, { token: first })).status).toBe(200)
    expect((await service.call('GET', current, { token: second })).status).toBe(401)
    expect((await logIn(mia.email)).status).toBe(401)
    expect((await logIn(mia.email, 'another password')).status).toBe(200)
  })

  test('403 for a key with fewer permissions than its person', async () => {
    const mia = await service.tenant()
    const narrow = await service.keyWith(mia, ['workspaces:read'])
    const answer = await service.call('POST', '/api/v1/auth/password', {
      key: narrow,
      body: { new_password: password },
    })
    expect(answer.status).toBe(403)
    expect((await logIn(mia.email)).status).toBe(401)
  })
})

describe('POST /auth/logout', () => {
  test('400 with a key, which has its own endpoint', async () => {
    const mia = await service.tenant()
    expect((await service.call('POST', '/api/v1/auth/logout', { key: mia.key })).status).toBe(400)
    expect((await service.call('GET', current, { key: mia.key })).status).toBe(200)
  })
})
