import { openSession, type Session } from '../src/platform/postgres/session.ts'
import { type Row, type Sql, sqlOver } from '../src/platform/postgres/sql.ts'

/** One connection to a database as its owner, opened by the first statement, and again if lost. */
export interface TestSql extends Sql {
  /** One or more statements as text. */
  run(text: string): Promise<Row[]>
  transaction<T>(work: () => Promise<T>): Promise<T>
  end(): Promise<void>
}

export function connectSql(url: string): TestSql {
  let opening: Promise<Session> | undefined
  const open = () => {
    opening ??= openSession(url, 'test').then(
      (session) => {
        session.client.once('end', () => {
          opening = undefined
        })
        return session
      },
      (error) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const sql = sqlOver(async (statement) => (await open()).send(statement))
  return Object.assign(sql, {
    run: async (text: string) => (await (await open()).client.query(text)).rows as Row[],
    transaction: async <T>(work: () => Promise<T>) => (await open()).transaction(work),
    end: async () => (await opening)?.end(),
  })
}
