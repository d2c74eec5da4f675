import { once } from 'node:events'
import { createServer } from 'node:net'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { isTypeQuery } from './lost-type-query.ts'

/** "Authenticated" and "ready for a query", after which it says nothing more. */
const greeting = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

test('a connection that is lost while it asks for types is recognized', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write(greeting))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const sql = postgres(`postgres://a:b@127.0.0.1:${port}/c`, { max: 1 })
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const unhandled: unknown[] = []
  process.on('unhandledRejection', (error) => unhandled.push(error))
  try {
    const statement = sql`select 1`.catch((error) => error)
    setTimeout(() => void sql.end({ timeout: 0 }), 200)
    expect(await statement).toMatchObject({ code: 'CONNECTION_DESTROYED' })
    await vi.waitFor(() => expect(unhandled).toHaveLength(1))
    expect(unhandled.map(isTypeQuery)).toEqual([true])
    expect(isTypeQuery(new Error('another one'))).toBe(false)
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const listener of before) process.on('unhandledRejection', listener)
    server.close()
  }
})
