import pg from 'pg'
import { Connection } from './connection.ts'
import { connectionOptions } from './settings.ts'
import { type Sql, sqlOver } from './sql.ts'
import type { Statement } from './statement.ts'

/** A single connection without the limits of the service. */
export interface Session extends Sql {
  client: pg.Client
  send(statement: Statement): Promise<object[]>
  /** One or more statements without values, such as a migration. */
  execute(text: string): Promise<void>
  /** `mode` is what BEGIN says, such as `read only`. */
  transaction<T>(work: () => Promise<T>, mode?: string): Promise<T>
  end(): Promise<void>
}

/** COPY needs a session that does not pipeline. */
export async function openSession(
  url: string,
  applicationName: string,
  pipeline = true,
): Promise<Session> {
  const client = new pg.Client({ ...connectionOptions(url, applicationName), pipeline })
  // The statement that needs the connection fails.
  client.on('error', () => {})
  await client.connect()
  const connection = new Connection(client, false, new Map())
  const send = async (statement: Statement) => (await connection.send(statement)).rows
  const execute = async (text: string) => {
    await client.query(text)
  }
  return Object.assign(sqlOver(send), {
    client,
    send,
    execute,
    transaction: async <T>(work: () => Promise<T>, mode = '') => {
      await execute(`begin ${mode}`)
      try {
        const result = await work()
        await execute('commit')
        return result
      } catch (error) {
        await execute('rollback').catch(() => {})
        throw error
      }
    },
    end: async () => {
      // A server that does not answer would not close it.
      const timer = setTimeout(() => client.connection.stream.destroy(), 1000)
      await client.end()
      clearTimeout(timer)
    },
  })
}
