import Fastify from 'fastify'
import { WebSocketServer } from 'ws'
import { bareSql, listen } from '../bare-sql.ts'

/**
 * The limit: a Fastify route that inserts a row and notifies in one statement, a LISTEN, and a send
 * to everyone. No credential, no tenant, no receipt, no order, no resuming.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const sql = bareSql(databaseUrl)
await sql`
  create table if not exists bare_notifications (
    id bigint generated always as identity primary key, user_id text, workspace_id text, title text,
    message text, category text, extra jsonb, created_at timestamptz not null default now())`
const app = Fastify()

interface Notification {
  userId: string
  workspaceId: string
  title: string
  message: string
  category: string
  _extra: object
}

app.post<{ Body: Notification }>('/notify', async ({ body }) => {
  const frame = JSON.stringify({ type: 'notification.created', data: body })
  await sql`
    with told as (
      insert into bare_notifications (user_id, workspace_id, title, message, category, extra)
      values (${body.userId}, ${body.workspaceId}, ${body.title}, ${body.message},
        ${body.category}, ${JSON.stringify(body._extra)})
      returning id)
    select pg_notify('bare_notifications', ${frame}) from told`
  return { status: 'sent' }
})

const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.send('{"type":"ready"}'))
await listen(databaseUrl, 'bare_notifications', (text) => {
  for (const socket of sockets.clients) socket.send(text)
})
process.send?.({ baseUrl })
