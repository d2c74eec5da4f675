import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../server/src/platform/postgres/free-port.ts'
import { useService } from '../../../server/test/harness.ts'
import type { Check } from './check.ts'
import { examineFleet } from './fleet.ts'
import { parseMetrics } from './read-process.ts'

const service = useService()
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

interface Changes {
  /** Replaces text in the metrics. */
  metrics?: [from: RegExp, to: string][]
  ready?: { status: string; checks: Record<string, string> }
  token?: string
}

/** A process that shows the real metrics of a service, with changes. */
async function startProcess({ metrics = [], ready, token }: Changes = {}): Promise<string> {
  const shown = (await service.call('GET', '/metrics')).text
  const text = metrics.reduce((all, [from, to]) => {
    expect(all).toMatch(from)
    return all.replace(from, to)
  }, shown)
  const server = createServer(({ url, headers }, response) => {
    const isAllowed = !token || headers.authorization === `Bearer ${token}`
    if (url === '/metrics') return void response.writeHead(isAllowed ? 200 : 401).end(text)
    response.writeHead(ready ? 503 : 200)
    response.end(JSON.stringify(ready ?? { status: 'ok', checks: { database: 'ok' } }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const unusedUrl = async () => `http://127.0.0.1:${await freePort()}`

const byName = (checks: Check[]) => Object.fromEntries(checks.map((check) => [check.name, check]))
const statuses = (checks: Check[]) => checks.map(({ name, status }) => `${name} ${status}`)

describe('a fleet', () => {
  it('that is well passes every check', async () => {
    const urls = [await startProcess(), await startProcess()]
    const [first, second] = urls.map((url) => new URL(url).host)
    const all = ['Versions', 'Roles', 'Clocks', 'Loops', 'Messages', 'Files', 'Backlog']
    const wanted = [first, second, ...all].map((name) => `${name} ok`)
    expect(statuses(await examineFleet(urls, undefined))).toEqual(wanted)
  })

  it('with differences gets a finding and a fix for each', async () => {
    const bad = await startProcess({
      metrics: [
        [/atelier_info\{version="[^"]+"/, 'atelier_info{version="0.0.9"'],
        [/^clock_offset_seconds .*$/m, 'clock_offset_seconds 42.5'],
        [/^(background_loop_lag_seconds\{loop="event dispatcher"\}) .*$/m, '$1 600'],
        [/^(background_loop_stalled\{loop="event dispatcher"\}) .*$/m, '$1 1'],
        [/^bus_connected\{bus="postgres"\} 1$/m, 'bus_connected{bus="postgres"} 0'],
        [/^storage_shared 1$/m, 'storage_shared 0'],
      ],
    })
    const checks = byName(await examineFleet([await startProcess(), bad], undefined))
    const { host } = new URL(bad)
    expect(checks.Versions).toMatchObject({ status: 'problem' })
    expect(checks.Versions?.found).toContain(`${host}: 0.0.9`)
    expect(checks.Clocks).toMatchObject({ status: 'problem' })
    expect(checks.Clocks?.found).toContain(`${host} is 42.5 s off`)
    expect(checks.Loops?.found).toContain(`event dispatcher of ${host}: 600 s`)
    expect([checks.Loops?.status, checks.Messages?.status]).toEqual(['problem', 'warning'])
    expect(checks.Files).toMatchObject({ status: 'problem', found: expect.stringContaining(host) })
    for (const { status, fix } of Object.values(checks))
      if (status !== 'ok') expect(fix).toBeTruthy()
  })

  it('shows old work and failed jobs', async () => {
    const lines =
      '\nbacklog_items{queue="deliver-email",state="failed"} 3\n' +
      'backlog_oldest_seconds{queue="events",state="due"} 61\n' +
      'backlog_oldest_seconds{queue="posts",state="scheduled"} 9000\n'
    const url = await startProcess({ metrics: [[/\n$/, lines]] })
    const { Backlog } = byName(await examineFleet([url], undefined))
    expect(Backlog?.found).toBe('events waits for 61 s; deliver-email: 3 failed.')
  })

  it('reports processes that are away, not ready, another program or without a token', async () => {
    const notReady = { status: 'not ready', checks: { database: 'does not answer' } }
    const urls = [
      await unusedUrl(),
      await startProcess({ ready: notReady }),
      await startProcess({ ready: {} as never }),
      await startProcess({ token: 'secret' }),
    ]
    const found = (await examineFleet(urls, undefined)).slice(0, 4)
    expect(found.map(({ status }) => status)).toEqual(['problem', 'problem', 'problem', 'warning'])
    expect(found[0]?.found).toContain('ECONNREFUSED')
    expect(found[1]?.found).toContain('database: does not answer')
    expect(found[2]?.found).toContain('it is not Atelier')
    expect(found[3]?.fix).toContain('ATELIER_METRICS_TOKEN')
    const [allowed] = await examineFleet([urls[3] as string], 'secret')
    expect(allowed).toMatchObject({ status: 'ok' })
  })
})

it('reads labels with escaped quotes', () => {
  expect(parseMetrics('# HELP a b\na{b="c \\" d",e="f"} 1.5\ng 2\n')).toEqual([
    { metric: 'a', labels: { b: 'c \\" d', e: 'f' }, value: 1.5 },
    { metric: 'g', labels: {}, value: 2 },
  ])
})
