import type postgres from 'postgres'
import { requireSendable, requireSendableRows } from './sendable-values.ts'

/** A postgres.js statement, which knows its backend process once it is sent. */
export interface SentQuery {
  state?: { pid: number | null } | null
}

export type Row = Record<string, unknown>

/** A piece of a statement, to embed in another one. */
export type Part = postgres.Fragment

/**
 * The interface for writing queries. A statement is sent as soon as it is written:
 * sql<Teamspace>`select … from teamspaces where workspace_id = ${id}`
 */
export interface Sql {
  // biome-ignore lint/suspicious/noExplicitAny: postgres.js decides at run time what it can send
  <T extends object = Row>(statement: TemplateStringsArray, ...values: any[]): Promise<T[]>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  part(text: TemplateStringsArray, ...values: any[]): Part
  /** Column list and values for an insert, or assignments for an update. */
  columns(row: object | readonly object[], ...names: string[]): Part
  json(value: unknown): Part
  /** The name of a table or column, for statements about several. */
  identifier(name: string): Part
}

/** Whose rows a statement can see: those of one workspace, or all. */
export type Scope = number | 'system'

/** The role that row-level security applies to; see migrations/0001. */
const tenantRole = 'atelier_tenant'

/**
 * A connection and its current scope. PostgreSQL processes the statements of a connection in the
 * order in which they were sent. So a scope change and the statement that needs it are sent
 * together, without waiting, and no other statement can come between them.
 */
export class Session {
  readonly #client: postgres.Sql
  readonly #untilCommit: boolean
  #scope: Scope | null

  constructor(client: postgres.Sql, untilCommit: boolean, scope: Scope | null = null) {
    this.#client = client
    this.#untilCommit = untilCommit
    this.#scope = scope
  }

  get scope(): Scope | null {
    return this.#scope
  }

  /** The connection was lost or rolled back, so its scope is unknown. */
  forgetScope(): void {
    this.#scope = null
  }

  send<T extends object>(
    scope: Scope,
    text: TemplateStringsArray,
    values: unknown[],
    onSend: (query: SentQuery) => void,
  ): Promise<T[]> {
    const entered = this.#scope === scope ? undefined : this.#enter(scope)
    const rows = withoutCaller(this.#client<T[]>(text, ...(values as never[]))).execute()
    onSend(rows as SentQuery)
    return entered ? Promise.all([rows, entered]).then(([found]) => found) : rows
  }

  #enter(scope: Scope): Promise<unknown> {
    const role = scope === 'system' ? 'none' : tenantRole
    const workspace = scope === 'system' ? '' : String(scope)
    this.#scope = scope
    const entering = withoutCaller(
      this.#client`select set_config('role', ${role}, ${this.#untilCommit}),
        set_config('atelier.workspace_id', ${workspace}, ${this.#untilCommit})`,
    )
    return entering.execute().catch((error) => {
      this.forgetScope()
      throw error
    })
  }
}

/**
 * postgres.js keeps an error for each statement text, for the stack of its first use. V8 keeps the
 * calling functions with it, and so a request and its body, until the stack is read.
 */
function withoutCaller<T extends object>(query: T): T {
  void (query as { origin?: string }).origin
  return query
}

/** Turns a function that sends statements into the interface for writing queries. */
export function sqlOver(
  builder: postgres.Sql,
  send: <T extends object>(text: TemplateStringsArray, values: unknown[]) => Promise<T[]>,
): Sql {
  // Parts are checked when written, statements before they are sent.
  const sql = async <T extends object>(text: TemplateStringsArray, ...values: unknown[]) => {
    requireSendable(values)
    return send<T>(text, values)
  }
  return Object.assign(sql, {
    part: (text: TemplateStringsArray, ...values: unknown[]) => {
      requireSendable(values)
      return withoutCaller(builder(text, ...(values as never[]))) as Part
    },
    columns: (row: object, ...names: string[]) => {
      requireSendableRows(row, names)
      return builder(row as never, ...(names as never[])) as unknown as Part
    },
    json: (value: unknown) => {
      if (value === undefined) throw new TypeError('A statement cannot be sent without its JSON.')
      return builder.json(value as never) as unknown as Part
    },
    identifier: (name: string) => builder(name as never) as unknown as Part,
  }) as Sql
}
