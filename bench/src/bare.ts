import Fastify from 'fastify'
import postgres from 'postgres'

/**
 * The limit: a Fastify route with two lookups by primary key and no schema, no credential, no
 * tenant. Runs in its own process, like the server that it is compared with.
 */
const [databaseUrl] = process.argv.slice(2)
const sql = postgres(databaseUrl as string, { max: 10 })
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
app.get('/no-query', async () => ({ status: 'ok' }))

const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ baseUrl })
