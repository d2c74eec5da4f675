import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../server/test/harness.ts'
import { password, setPassword } from '../../../server/test/passwords.ts'
import { useMain } from '../call-main.ts'
import { useAtelier } from '../test-atelier.ts'
import { withLock } from './lock.ts'
import type { StoredProfiles } from './store.ts'

/** Signing in to the real service, and what is stored of it. */
const service = useService()
const atelier = useMain()
const processes = useAtelier()
const file = join(atelier.folder, 'atelier', 'profiles.json')
let baseUrl: string
const mia = useTenant(service)

beforeAll(async () => {
  baseUrl = await service.listen()
  await setPassword(service, mia)
})

const kept = async (): Promise<StoredProfiles> => JSON.parse(await readFile(file, 'utf8'))

async function change(edit: (kept: StoredProfiles) => void): Promise<void> {
  const now = await kept()
  edit(now)
  await writeFile(file, JSON.stringify(now))
}

const byKey = (profile: string, key = mia.key) =>
  atelier.call(['login', '--url', baseUrl, '--key', '-', '--profile', profile], { input: key })

/** What a person does in the browser with the printed URL. */
async function consent(url: string, decision: string): Promise<void> {
  const post = (fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const page = await (await post({ email: mia.email, password })).text()
  const signed_in = /name="signed_in" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const led = await post({ signed_in, workspace: String(mia.workspaceId), decision })
  await fetch(led.headers.get('location') as string)
}

async function byBrowser(profile: string, decision = 'allow') {
  let output = ''
  let isDone = false
  return atelier.call(['login', '--url', baseUrl, '--no-browser', '--profile', profile], {
    onStderr: (text) => {
      output += text
      const [found] = /http\S+\/oauth\/authorize\S+/.exec(output) ?? []
      if (found && !isDone) void consent(found, decision)
      isDone ||= found !== undefined
    },
  })
}

describe('with a key', () => {
  test('checks the key, stores it only for this user and never shows it', async () => {
    const ended = await byKey('agent')
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    expect(ended.stdout).toContain(`Signed in at ${baseUrl} as Test Person <${mia.email}>`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await kept()).profiles.agent).toEqual({ url: baseUrl, key: mia.key })
    const list = await atelier.call(['profiles'])
    expect(list.stdout).toMatch(/\n\* agent +http/)
    const secret = mia.key.split('.')[1] as string
    for (const shown of [ended, list, await atelier.call(['profiles', '--json'])]) {
      expect(shown.stdout).not.toContain(secret)
    }
    const who = await atelier.call(['whoami'])
    expect(who.stdout).toMatch(new RegExp(`profile +agent\\n.*\\nuser +Test Person <${mia.email}>`))
  })

  test('rejects a wrong key and changes nothing', async () => {
    const before = await kept()
    const ended = await byKey('other', 'atl_nobody.secret')
    expect([ended.code, ended.stderr]).toEqual([
      5,
      expect.stringContaining('rejected this credential'),
    ])
    expect(await kept()).toEqual(before)
  })

  test('rejects a key on the command line, because others could read it', async () => {
    const ended = await atelier.call(['login', '--url', baseUrl, '--key', mia.key])
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--key -')])
    expect(ended.stderr).not.toContain(mia.key)
  })
})

describe('server and credential', () => {
  const who = async (args: string[], env: Record<string, string> = {}) => {
    const ended = await atelier.call(['whoami', '--json', ...args], { env })
    const { profile, by, error } = JSON.parse(ended.stdout)
    return error?.code ?? `${by} ${profile}`
  }

  test('come from the command line, then the environment, then the profile', async () => {
    await byKey('second')
    const url = { ATELIER_URL: baseUrl }
    expect(await who([])).toBe('API key second')
    expect(await who(['--profile', 'agent'])).toBe('API key agent')
    expect(await who([], { ATELIER_PROFILE: 'agent' })).toBe('API key agent')
    expect(await who([], { ...url, ATELIER_API_KEY: mia.key })).toBe('API key null')
    expect(await who([], { ...url, ATELIER_API_KEY: 'atl_wrong.key' })).toBe('not_signed_in')
    // An option overrides the environment.
    const wrong = { ...url, ATELIER_API_KEY: 'atl_wrong.key' }
    expect(await who(['--profile', 'agent'], wrong)).toBe('API key agent')
    expect(await who(['--key', mia.key], wrong)).toBe('API key null')
    // A URL alone selects the profile that is signed in there.
    expect(await who([], url)).toBe('API key second')
    expect(await who(['--url', 'http://127.0.0.1:1'])).toBe('not_signed_in')
    expect(await who(['--profile', 'nobody'])).toBe('not_signed_in')
  })

  test('profiles can be selected and removed', async () => {
    expect((await atelier.call(['profiles', 'use', 'agent'])).code).toBe(0)
    expect(await who([])).toBe('API key agent')
    expect((await atelier.call(['profiles', 'use', 'nobody'])).code).toBe(4)
    const removed = await atelier.call(['profiles', 'remove', 'agent'])
    expect([removed.code, removed.stdout]).toEqual([0, expect.stringContaining('works until')])
    expect(await who([])).toBe('API key second')
  })

  test('not signed in', async () => {
    const env = { XDG_CONFIG_HOME: join(atelier.folder, 'empty') }
    expect(await who([], env)).toBe('not_signed_in')
    const list = await atelier.call(['profiles'], { env })
    expect(list.stdout).toContain('atelier login')
    expect((await atelier.call(['logout'], { env })).code).toBe(5)
  })
})

describe('with a browser', () => {
  test('after consent, the session works, is renewed and can be revoked', async () => {
    const ended = await byBrowser('mia')
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('Signed in')])
    const { session } = (await kept()).profiles.mia as Required<StoredProfiles['profiles'][string]>
    expect(session.access_token).toBeTruthy()
    const make = ['boards', 'create', '--title', 'By session', '--json']
    expect((await atelier.call(make)).code).toBe(0)

    // The server's clock is ahead of ours, so its refusal is unexpected.
    service.advance(3_700)
    expect((await atelier.call(make)).code).toBe(0)
    const renewed = (await kept()).profiles.mia?.session
    expect(renewed?.refresh_token).not.toBe(session.refresh_token)

    const out = await atelier.call(['logout'])
    expect([out.code, out.stdout]).toEqual([0, expect.stringContaining('has ended')])
    const headers = { authorization: `Bearer ${renewed?.access_token}` }
    expect((await fetch(`${baseUrl}/api/v1/pm/boards`, { headers })).status).toBe(401)
  })

  test('the person denies access', async () => {
    const before = await kept()
    const ended = await byBrowser('refused', 'deny')
    expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining('refused')])
    expect(await kept()).toEqual(before)
  })

  test('several processes renew at once without losing the session', async () => {
    await byBrowser('busy')
    await change(({ profiles }) => {
      if (profiles.busy?.session) profiles.busy.session.expires_at = '2020-01-01T00:00:00.000Z'
    })
    const env = { XDG_CONFIG_HOME: atelier.folder }
    const all = Array.from({ length: 4 }, () => processes.run(['whoami'], { env }))
    for (const { code, stderr } of await Promise.all(all)) expect([code, stderr]).toEqual([0, ''])
    expect((await atelier.call(['whoami'])).code).toBe(0)
  })

  test('an expired session is reported', async () => {
    await change(({ profiles }) => {
      if (profiles.busy?.session) {
        profiles.busy.session.expires_at = '2020-01-01T00:00:00.000Z'
        profiles.busy.session.refresh_token = 'gone'
      }
    })
    const ended = await atelier.call(['boards', 'list'])
    expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining('atelier login')])
  })

  test('a server that claims another issuer is rejected', async () => {
    service.deps.config.publicUrl = 'http://elsewhere.example'
    const ended = await atelier.call(['login', '--url', baseUrl, '--no-browser'])
    service.deps.config.publicUrl = baseUrl
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('elsewhere.example')])
  })
})

describe('the lock', () => {
  test('is taken over from a process that was killed', async () => {
    const path = join(atelier.folder, 'locked', 'file')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.lock`, '999999999')
    expect(await withLock(path, async () => 'done')).toBe('done')
    await writeFile(`${path}.lock`, String(process.pid))
    await utimes(`${path}.lock`, new Date(0), new Date(0))
    expect(await withLock(path, async () => 'done')).toBe('done')
  })

  test('admits one process at a time', async () => {
    const path = join(atelier.folder, 'turns')
    let inside = 0
    let most = 0
    const turn = () =>
      withLock(path, async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
      })
    await Promise.all(Array.from({ length: 8 }, turn))
    expect([inside, most]).toEqual([0, 1])
  })
})

test('a broken file is reported with its name', async () => {
  const folder = join(atelier.folder, 'broken', 'atelier')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'profiles.json'), '{"profiles":')
  const ended = await atelier.call(['profiles'], { env: { XDG_CONFIG_HOME: dirname(folder) } })
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('profiles.json')])
})
