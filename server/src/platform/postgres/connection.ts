import type pg from 'pg'
import { isLost, isPlanOutdated, isReadOnly, withCode } from './database-errors.ts'
import type { Scope } from './sql.ts'
import type { Statement } from './statement.ts'
import { toParameter } from './values.ts'
import { type Result, StatementGroup, type Wire } from './wire.ts'

/** The role that row-level security applies to; see migrations/0001. */
const tenantRole = 'atelier_tenant'

const enterText =
  "select set_config('role', $1, true), set_config('atelier.workspace_id', $2, true)"

/** What a statement needs ahead of it, in the same group. */
interface Ahead {
  begins?: boolean
  /** Whose rows it can see. The scope ends with the transaction. */
  scope?: Scope | undefined
}

interface Step {
  key: string
  text: string
  types: readonly number[]
  parameters: (string | null)[]
}

/** Types of parameters by statement. PostgreSQL names them once; all connections know them then. */
export type KnownTypes = Map<string, readonly number[]>

/** A connection to PostgreSQL, and what has been prepared on it. */
export class Connection {
  readonly client: pg.Client
  /** False behind a pooler, which may send each transaction to another server process. */
  readonly isDirect: boolean
  readonly #knownTypes: KnownTypes
  readonly #names = new Map<string, string>()
  #createdNames = 0
  /** Their statement failed, so it is unknown whether PostgreSQL still has them. */
  #doubtfulNames: string[] = []
  #describing: Promise<void> | undefined
  /** Called once, with the reason. */
  onLost: ((error: Error) => void) | undefined
  isLost = false
  /** Its pool was replaced, so it takes no new work. */
  isRetired = false
  onReadOnly: () => void = () => {}
  /** Groups that were sent and not answered yet. */
  unanswered = 0
  answers = 0
  movedAtMs = 0

  constructor(client: pg.Client, isDirect: boolean, knownTypes: KnownTypes) {
    this.client = client
    this.isDirect = isDirect
    this.#knownTypes = knownTypes
    client.on('error', (error) => this.#noteLoss(withCode(error)))
  }

  get backendPid(): number {
    return (this.client as unknown as { processID: number }).processID
  }

  get isInTransaction(): boolean {
    return this.client.getTransactionStatus() !== 'I'
  }

  /** Fails everything that waits for this connection with the error. */
  destroy(error: Error): void {
    this.#noteLoss(error)
    const { stream } = this.client.connection as unknown as Wire
    stream.destroy(error)
  }

  #noteLoss(error: Error): void {
    this.isLost = true
    this.onLost?.(error)
    this.onLost = undefined
  }

  /** Statements are executed in the order of the calls. */
  async send(statement: Statement, ahead: Ahead = {}): Promise<Result> {
    while (this.#describing) await this.#describing
    const key = `${typeof ahead.scope} ${statement.types} ${statement.text}`
    const types = this.#typesOf(key, statement) ?? (await this.#describe(key, statement))
    const parameters = statement.values.map((value, place) =>
      toParameter(value, types[place] as number),
    )
    const steps = [...stepsAhead(ahead), { ...statement, key, parameters }]
    try {
      return await this.#submit(steps.length - 1, (wire, parse) => {
        for (const [place, step] of steps.entries()) {
          wire.bind({ statement: parse(step), values: step.parameters })
          if (place === steps.length - 1) wire.describe({ type: 'P', name: '' })
          wire.execute({})
        }
      })
    } catch (error) {
      if (isPlanOutdated(error)) this.#forget(key)
      throw error
    }
  }

  #typesOf(key: string, { values, types }: Statement): readonly number[] | undefined {
    return values.length === 0 ? types : this.#knownTypes.get(key)
  }

  /** Meanwhile, `send` waits: so the answer belongs to this statement, and the order is kept. */
  async #describe(key: string, statement: Statement): Promise<readonly number[]> {
    const { connection } = this.client
    let types: readonly number[] = statement.types
    const onTypes = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      types = dataTypeIDs.map((type, place) => statement.types[place] || type)
    }
    connection.once('parameterDescription', onTypes)
    const described = this.#submit(0, (wire, parse) => {
      wire.describe({ type: 'S', name: parse({ ...statement, key, parameters: [] }) })
    })
    const end = () => {
      connection.off('parameterDescription', onTypes)
    }
    this.#describing = described.then(end, end).then(() => {
      this.#describing = undefined
    })
    await described
    this.#knownTypes.set(key, types)
    return types
  }

  async #submit(
    ahead: number,
    write: (wire: Wire, parse: (step: Step) => string) => void,
  ): Promise<Result> {
    const parsed: string[] = []
    const writeAll = (wire: Wire) => {
      for (const name of this.#doubtfulNames.splice(0)) wire.close({ type: 'S', name })
      write(wire, (step) => this.#parse(wire, step, parsed))
    }
    if (this.unanswered === 0) this.movedAtMs = performance.now()
    this.unanswered++
    try {
      return await new Promise<Result>((resolve, reject) => {
        const settle = (error: Error | undefined, result: Result) => {
          this.unanswered--
          this.movedAtMs = performance.now()
          if (error) return reject(withCode(error))
          this.answers++
          resolve(result)
        }
        this.client.query(new StatementGroup(writeAll, ahead, settle))
      })
    } catch (error) {
      if (isLost(error)) this.#noteLoss(error as Error)
      if (isReadOnly(error)) this.onReadOnly()
      // Its own stack begins at the socket.
      Error.captureStackTrace(error as Error)
      for (const key of parsed) this.#forget(key)
      throw error
    }
  }

  /** The name of the prepared statement. A pooler may not know it later, so there it has none. */
  #parse(wire: Wire, { key, text, types }: Step, parsed: string[]): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.isDirect ? `s${++this.#createdNames}` : ''
    wire.parse({ name, text, types })
    if (this.isDirect) {
      this.#names.set(key, name)
      parsed.push(key)
    }
    return name
  }

  #forget(key: string): void {
    const name = this.#names.get(key)
    if (name === undefined) return
    this.#names.delete(key)
    this.#doubtfulNames.push(name)
  }
}

function stepsAhead({ begins, scope }: Ahead): Step[] {
  const steps: Step[] = []
  if (begins) steps.push({ key: 'begin', text: 'begin', types: [], parameters: [] })
  if (scope === undefined) return steps
  const parameters = scope === 'system' ? ['none', ''] : [tenantRole, String(scope)]
  return [...steps, { key: 'enter', text: enterText, types: [], parameters }]
}
