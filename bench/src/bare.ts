import Fastify from 'fastify'
import { bareSql } from './bare-sql.ts'

/**
 * The limit: Fastify routes that read by primary key, with no schema, no credential, no tenant. Runs
 * in its own process, like the server that it is compared with.
 */
const [databaseUrl] = process.argv.slice(2)
const sql = bareSql(databaseUrl as string)
const app = Fastify()

app.get('/two-queries', async () => {
  const [key] = await sql`select * from users where id = ${1}`
  const [workspace] =
    await sql`select id, name, slug, is_active, settings from workspaces where id = ${1}`
  return { user: { id: key?.id, email: key?.email }, workspace, teamspaces: [] }
})
app.get('/one-query', async () => {
  const [workspace] =
    await sql`select id, name, slug, is_active, settings from workspaces where id = ${1}`
  return { workspace }
})
/** A page of a task's activity, newest first: one query more for the task, as in Atelier. */
app.get<{ Params: { id: string }; Querystring: { page: string; page_size: string } }>(
  '/tasks/:id/activity',
  async ({ params, query }) => {
    const [task] = await sql`select activity_count from pm_tasks where id = ${params.id}`
    const count: number = task?.activity_count ?? 0
    const newest = count - (Number(query.page) - 1) * Number(query.page_size)
    const results = await sql`
      select id, seq, verb, actor, object, created_at as timestamp, changes, comment, request_id
      from pm_activity where task_id = ${params.id}
        and seq between ${newest - Number(query.page_size) + 1} and ${newest}
      order by seq desc`
    return { count, results }
  },
)
app.get('/no-query', async () => ({ status: 'ok' }))

const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ baseUrl })
