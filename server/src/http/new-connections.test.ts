import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { NewConnections, spreadConnections } from './new-connections.ts'

describe('NewConnections', () => {
  let busyness: number
  let begun: string[]
  let refused: string[]
  let connections: NewConnections

  beforeEach(() => {
    vi.useFakeTimers()
    busyness = 0
    begun = []
    refused = []
    connections = new NewConnections(
      () => busyness,
      (socket) => begun.push((socket as Socket & { name: string }).name),
    )
  })
  afterEach(() => vi.useRealTimers())

  const connect = (name: string, remoteAddress: string) =>
    connections.add({ name, remoteAddress, destroy: () => refused.push(name) } as never)

  test('begin at once while the event loop has time', () => {
    for (const name of ['a', 'b', 'c']) connect(name, '10.0.0.1')
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  test('begin one per address and turn while it is busy, in their order', () => {
    busyness = 0.9
    for (const name of ['a', 'b', 'c']) connect(name, '10.0.0.1')
    connect('other', '10.0.0.2')
    expect(begun).toEqual([])
    vi.advanceTimersByTime(5)
    expect(begun).toEqual(['a', 'other'])
    vi.advanceTimersByTime(10)
    expect(begun).toEqual(['a', 'other', 'b', 'c'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('who comes later does not overtake those who wait', () => {
    busyness = 0.9
    for (let at = 0; at < 8; at++) connect(`waits ${at}`, '10.0.0.1')
    busyness = 0
    connect('later', '10.0.0.1')
    connect('elsewhere', '10.0.0.2')
    expect(begun).toEqual(['elsewhere'])
    vi.advanceTimersByTime(10)
    expect(begun.at(-1)).toBe('later')
    expect(begun).toHaveLength(10)
  })

  test('are refused if a thousand of their address wait', () => {
    busyness = 0.9
    for (let at = 0; at <= 1000; at++) connect(String(at), '10.0.0.1')
    connect('other', '10.0.0.2')
    expect(refused).toEqual(['1000'])
    connections.close()
    expect(begun).toHaveLength(1001)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a server handles connections that waited', async () => {
  let busyness = 1
  const server = createServer((request, response) => void request.pipe(response))
  onTestFinished(() => void server.close())
  spreadConnections(server, () => busyness, new AbortController().signal)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const statuses = Array.from({ length: 20 }, () => statusOf(port))
  expect(await Promise.all(statuses)).toEqual(Array.from({ length: 20 }, () => 200))
  busyness = 0
  expect(await statusOf(port)).toBe(200)
})

async function statusOf(port: number): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject)
  })
  response.resume()
  return response.statusCode
}
