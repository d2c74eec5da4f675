import { once } from 'node:events'
import { createServer } from 'node:net'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { isTypeQuery } from './lost-type-query.ts'

/** "Authenticated" and "ready for a query", after which it says nothing more. */
const greeting = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

test('a connection that is lost while it asks for types is recognized', async () => {
  const asked = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.once('data', () => asked.resolve())
        socket.write(greeting)
      })
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
    await asked.promise
    void sql.end({ timeout: 0 })
    expect(await statement).toMatchObject({ code: 'CONNECTION_DESTROYED' })
    await expect.poll(() => unhandled.length).toBe(1)
    expect(unhandled.map(isTypeQuery)).toEqual([true])
    expect(isTypeQuery(new Error('another one'))).toBe(false)
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const listener of before) process.on('unhandledRejection', listener)
    server.close()
  }
})
