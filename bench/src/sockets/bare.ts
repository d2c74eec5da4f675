import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { bareSql, listen } from '../bare-sql.ts'
import { answerParent } from './children.ts'

/**
 * The limit: an insert and a NOTIFY in one statement, a LISTEN, and a send to everyone. No
 * credential, no order, no resuming.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const sql = bareSql(databaseUrl)
await sql`create table if not exists bare_events (n integer, data jsonb)`

const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  perMessageDeflate: false,
  maxPayload: 4096,
})
server.on('connection', (socket) => socket.send('{"type":"ready"}'))
await listen(databaseUrl, 'bare', (text) => {
  for (const socket of server.clients) socket.send(text)
})
if (!server.address()) await once(server, 'listening')
const { port } = server.address() as AddressInfo

answerParent({ url: `ws://127.0.0.1:${port}`, keys: ['none'] }, async ({ n }) => {
  const frame = JSON.stringify({ id: n, type: 'notification.created', data: { n } })
  await sql`
    with event as (insert into bare_events values (${n}, ${frame}) returning data)
    select pg_notify('bare', ${frame}) from event`
})
