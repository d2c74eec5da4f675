import { readdir } from 'node:fs/promises'
import { openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../server/test/global-setup.ts'
import { type Tenant, useService } from '../../server/test/harness.ts'
import { readTime } from './keys/create.ts'
import { useAtelier } from './test-atelier.ts'

const service = useService()
const atelier = useAtelier()
let owner: Tenant

/** Redis is always down: creating keys doesn't need it, and revoking them must not. */
const env = () => ({ DATABASE_URL: service.databaseUrl, REDIS_URL: 'redis://127.0.0.1:1' })
const run = (...args: string[]) => atelier.runInProcess(args, { env: env() })

const whoAmI = async (key: string) =>
  (await service.call('GET', '/api/v1/workspaces/current', { key })).status

async function storedKeys(): Promise<number> {
  const [row] = await service.deps.db.system<{ count: number }>`select count(*) from api_keys`
  return row?.count as number
}

describe('migrate', () => {
  it('creates the tables of an empty database, then has nothing to do', async () => {
    await service.deps.db.system`create database cli_fresh`
    const env = { DATABASE_URL: withDatabase(service.databaseUrl, 'cli_fresh') }
    const first = await atelier.run(['migrate', '--json'], { env })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(first.stdout).applied).toContain('0001_foundation.sql')
    const again = await atelier.runInProcess(['migrate'], { env })
    expect(again).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' })
  })

  it('explains that the database is unavailable', async () => {
    const env = { DATABASE_URL: 'postgres://someone:geheim@127.0.0.1:1/x' }
    const { code, stdout, stderr } = await atelier.runInProcess(['migrate'], { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('PostgreSQL does not answer at DATABASE_URL')
    expect(stderr).toContain('atelier doctor')
    expect(stderr).not.toContain('geheim')
  })
})

describe('keys on an empty installation', () => {
  it('does not migrate, because the previous version may be running', async () => {
    await service.deps.db.system`create database cli_empty`
    const url = withDatabase(service.databaseUrl, 'cli_empty')
    const { code, stderr } = await atelier.runInProcess(['keys', 'list'], {
      env: { DATABASE_URL: url },
    })
    expect(code).toBe(1)
    expect(stderr).toContain('atelier migrate')
    const db = openDatabase(url)
    expect(await db.system`select to_regclass('schema_migrations') as found`).toEqual([
      { found: null },
    ])
    await db.close()
  })

  it('does not create a database in an empty folder', async () => {
    const { code, stderr } = await atelier.run(['keys', 'list'])
    expect(code).toBe(1)
    expect(stderr).toContain(`There is no database in ${atelier.folder}/data yet`)
    expect(await readdir(atelier.folder)).toEqual([])
  })

  it('reports that there is no workspace', async () => {
    const { code, stdout } = await run('keys', 'list', '--json')
    expect(code).toBe(4)
    expect(JSON.parse(stdout).error.message).toContain('There is no workspace yet')
  })
})

describe('keys', () => {
  beforeAll(async () => {
    owner = await service.tenant()
  })

  it('creates a key that works until it is revoked', async () => {
    const made = await atelier.run(['keys', 'create', 'Night agent'], { env: env() })
    expect(made.code).toBe(0)
    const key = made.stdout.trim()
    expect(key).toMatch(/^atl_[\w-]+\.[\w-]+$/)
    expect(made.stderr).toContain('shown only once')
    expect(await whoAmI(key)).toBe(200)
    const body = { name: 'Launch' }
    const administration = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key,
      body,
    })
    expect(administration.status).toBe(403)

    const revoked = await run('keys', 'revoke', key.split('.')[0] as string)
    expect(revoked).toMatchObject({ code: 0, stderr: '' })
    expect(revoked.stdout).toContain('Revoked "Night agent"')
    expect(await whoAmI(key)).toBe(401)
    const again = await run('keys', 'revoke', key)
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('was already revoked')
  })

  it('creates, lists and revokes in JSON', async () => {
    const made = await run('keys', 'create', 'All', '--scopes', 'all', '--json')
    const { key, id, prefix } = JSON.parse(made.stdout)
    const body = { name: 'Made with all scopes' }
    const administration = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key,
      body,
    })
    expect(administration.status).toBe(201)

    const listed = await run('keys', 'list', '--json')
    const found = JSON.parse(listed.stdout).find((one: { id: string }) => one.id === id)
    expect(found).toMatchObject({ name: 'All', prefix, user_id: owner.userId, revoked_at: null })
    expect(listed.stdout).not.toContain(key.split('.')[1])
    expect(found).not.toHaveProperty('key_hash')

    const revoked = await run('keys', 'revoke', id, '--json')
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id, revoked_at: expect.any(String) })
    expect(await whoAmI(key)).toBe(401)
  })

  it('lists as a table, without control sequences from names', async () => {
    await run('keys', 'create', 'Evil \u001b[31mname', '--expires', '2031-01-31')
    const { code, stdout } = await run('keys', 'list')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ID +PREFIX +NAME +EXPIRES +LAST USED\n/)
    expect(stdout).toMatch(/Evil \uFFFD\[31mname +2031-01-31 00:00 +never/)
    expect(stdout).not.toContain('\u001b')
  })

  it('expires a key at the requested time', async () => {
    const time = new Date(Date.now() + 60_000).toISOString()
    const made = await run('keys', 'create', '--expires', time, '--json')
    const { key, expires_at, name } = JSON.parse(made.stdout)
    expect({ expires_at, name }).toEqual({ expires_at: time, name: 'Made at the terminal' })
    expect(await whoAmI(key)).toBe(200)
    service.advance(61)
    expect(await whoAmI(key)).toBe(401)
    service.advance(-61)
  })
})

describe('keys refuses', () => {
  const mistakes: [string, string[], string][] = [
    ['a scope that does not exist', ['--scopes', 'workspaces:read,rule:world'], '"rule:world"'],
    ['a time in the past', ['--expires', '2020-01-01'], 'must be in the future'],
    ['a word for a time', ['--expires', 'tomorrow'], '"tomorrow" is not a time'],
    ['a name of blanks', [' '], 'name: must have 1 to 100 characters'],
  ]

  it('invalid input, and stores nothing', async () => {
    const before = await storedKeys()
    const answers = mistakes.map(async ([what, args, message]) => {
      const { code, stdout, stderr } = await run('keys', 'create', ...args)
      expect({ what, code, stdout }).toEqual({ what, code: 3, stdout: '' })
      expect(stderr, what).toContain(message)
    })
    await Promise.all(answers)
    const json = await run('keys', 'create', '--scopes', 'rule:world', '--json')
    expect(JSON.parse(json.stdout).error.code).toBe('validation_failed')
    expect(json).toMatchObject({ code: 3, stderr: '' })
    expect(await storedKeys()).toBe(before)
  })

  it('ambiguous times', () => {
    const wrong = ['', '2031', '31.01.2031', '2031-02-30', '2031-13-01', '2031-01-01T10:00:00']
    for (const text of wrong) expect(() => readTime(text), text).toThrow('is not a time')
    expect(readTime('2031-01-31')).toBe('2031-01-31T00:00:00.000Z')
    expect(readTime('2031-01-31T01:00+02:00')).toBe('2031-01-30T23:00:00.000Z')
  })

  it('a leap second, in the API as well', async () => {
    expect(() => readTime('2030-12-31T23:59:60Z')).toThrow('is not a time')
    const body = { name: 'Leap', expires_at: '2030-12-31T23:59:60Z' }
    const answer = await service.call('POST', '/api/v1/api-keys', { key: owner.key, body })
    expect(answer.status).toBe(400)
  })

  it('an unknown key, without repeating it', async () => {
    const { code, stdout, stderr } = await run('keys', 'revoke', 'atl_12345678.secret')
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toContain('atelier keys list')
    expect(stderr).not.toContain('secret')
  })

  it('a prefix that two keys share, but accepts the id', async () => {
    const { db } = service.deps
    await service.keyWith(owner, ['workspaces:read'])
    await service.keyWith(owner, ['workspaces:read'])
    await db.system`update api_keys set prefix = 'twin' where id in (
      select id from api_keys where revoked_at is null order by created_at desc limit 2)`
    const { code, stderr } = await run('keys', 'revoke', 'twin')
    expect(code).toBe(3)
    const twins = await db.system<{ id: string; revoked_at: Date | null }>`
      select id, revoked_at from api_keys where prefix = 'twin'`
    expect(twins.map(({ revoked_at }) => revoked_at)).toEqual([null, null])
    for (const { id } of twins) expect(stderr).toContain(id)
  })

  it('an unknown workspace and person', async () => {
    const workspace = await run('keys', 'list', '--workspace', 'nowhere')
    expect(workspace.code).toBe(4)
    expect(workspace.stderr).toContain('There is no workspace "nowhere"')
    expect(workspace.stderr).toContain(owner.slug)
    const user = await run('keys', 'list', '--workspace', owner.slug, '--user', 'no@one.example')
    expect(user.code).toBe(4)
    expect(user.stderr).toContain(
      `No member of the workspace "${owner.slug}" has the email no@one.example`,
    )
  })

  it('scopes that the person lacks', async () => {
    const member = await service.colleague(owner, 'member')
    const guest = await service.colleague(owner, 'guest')
    const asMember = ['--user', member.email]
    const beyond = await run('keys', 'create', ...asMember, '--scopes', 'members:write')
    expect(beyond.code).toBe(3)
    const made = await run('keys', 'create', ...asMember, '--scopes', 'all', '--json')
    expect(JSON.parse(made.stdout)).toMatchObject({ user_id: member.userId })
    expect(JSON.parse(made.stdout).scopes).not.toContain('members:write')
    const asGuest = await run('keys', 'create', '--user', guest.email)
    expect(asGuest.code).toBe(5)
    expect(asGuest.stderr).toContain('api-keys:write')
  })
})

it('finds a key among many', async () => {
  const old = await service.keyWith(owner, ['workspaces:read'])
  await service.deps.db.system`
    insert into api_keys (id, workspace_id, user_id, name, prefix, key_hash, scopes, created_at)
    select gen_random_uuid(), ${owner.workspaceId}, ${owner.userId}, 'many', 'many', n::text,
      '{}', now() + interval '1 hour' from generate_series(1, 600) n`
  const { code } = await run('keys', 'revoke', old.split('.')[0] as string)
  expect(code).toBe(0)
  expect(await whoAmI(old)).toBe(401)
})

describe('sign-in-link', () => {
  const redeem = (link: string) =>
    service.call('POST', '/api/v1/auth/browser/link', {
      body: { token: link.trim().split('#')[1], new_password: 'correct horse battery' },
    })

  it('prints a link that works once; an older link works until then', async () => {
    const mia = await service.tenant()
    const first = await run('sign-in-link', mia.email.toUpperCase())
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http.+#atw_\S+\n$/) })
    expect(first.stderr).toContain(mia.email)
    const second = JSON.parse((await run('sign-in-link', mia.email, '--json')).stdout)
    expect(second).toMatchObject({ email: mia.email, expires_at: expect.any(String) })
    expect((await redeem(first.stdout)).body).toEqual({ user_id: mia.userId })
    expect((await redeem(second.link)).status).toBe(410)
  })

  it('verify-email confirms the address of a person', async () => {
    const jo = await service.tenant()
    await service.deps.db.system`update users set email_verified_at = null where id = ${jo.userId}`
    const { code, stdout } = await run('verify-email', jo.email, '--json')
    expect([code, JSON.parse(stdout)]).toEqual([0, { email: jo.email, user_id: jo.userId }])
    const me = await service.call('GET', '/api/v1/auth/me', { key: jo.key })
    expect(me.body.user.is_email_verified).toBe(true)
  })

  it('verify-email reports an unknown user', async () => {
    expect((await run('verify-email', '999999')).code).toBe(4)
  })

  it('reports an unknown email', async () => {
    const { code, stderr } = await run('sign-in-link', 'nobody@example.com')
    expect(code).toBe(4)
    expect(stderr).toContain('nobody@example.com')
  })
})
