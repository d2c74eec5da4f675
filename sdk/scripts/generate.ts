import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constantsModule, namedNumbers } from './constants.ts'
import {
  type Described,
  filterParameters,
  findSuccess,
  listOperations,
  problemCodes,
  readDocument,
} from './document.ts'
import { eventsModule } from './events.ts'
import { mayBeNumber, splitOperationId, upperFirst, writtenByHand } from './names.ts'
import { describeInput, writeRow } from './operation-row.ts'
import { NamedTypes, type OperationTypes } from './types.ts'

/** Writes src/generated from docs/openapi.json; with --check, only reports if it is up to date. */

interface Method {
  noun: string
  method: string
  operation: Described
  types: OperationTypes
}

const folder = join(import.meta.dirname, '../src/generated')
const notice = '// Generated from docs/openapi.json by "npm run generate". Do not edit.\n\n'

const document = await readDocument()
const operations = listOperations(document)
const named = new NamedTypes(document)
const methods = operations.map(
  (operation): Method => ({
    ...splitOperationId(operation.operationId, operation.tags[0]),
    operation,
    types: named.of(operation),
  }),
)
const byNoun = Map.groupBy(methods, ({ noun }) => noun)

const files: Record<string, string> = {
  'types.ts': await named.write(),
  'operations.ts': operationTable(),
  'nouns.ts': nounTypes(),
  'problem-codes.ts': codeUnion(),
  'events.ts': eventsModule,
  'constants.ts': constantsModule(namedNumbers(document)),
}

let stale = false
for (const [name, content] of Object.entries(files)) {
  const file = join(folder, name)
  const text = notice + content
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else stale ||= (await readFile(file, 'utf8').catch(() => '')) !== text
}
if (stale) {
  process.stderr.write('sdk/src/generated is out of date. Run: npm run generate\n')
  process.exitCode = 1
}

/** Everything that the transport needs to know about each operation. */
function operationTable(): string {
  const rows = [...byNoun].map(([noun, own]) => {
    const lines = own.map(
      (method) =>
        `    ${method.method}: ${JSON.stringify(writeRow(method.operation, method.types))},`,
    )
    return `  ${noun}: {\n${lines.join('\n')}\n  },`
  })
  return `import type { Operation } from '../operation.ts'

export const operations = {
${rows.join('\n')}
} as const satisfies Record<string, Record<string, Operation>>
`
}

function nounTypes(): string {
  const interfaces = [...byNoun].map(([noun, own]) => {
    const bound = own.filter(({ operation }) => !writtenByHand[operation.operationId])
    return `export interface ${upperFirst(noun)} {\n${bound.map(writeMember).join('\n')}\n}\n`
  })
  const fields = [...byNoun.keys()].map((noun) => `  readonly ${noun}: ${upperFirst(noun)}`)
  const makers = [...byNoun.keys()].map(
    (noun) => `    this.${noun} = bind(transport, operations.${noun})`,
  )
  const body = `${interfaces.join('\n')}
/** Every operation under its noun. */
export class Nouns {
${fields.join('\n')}

  constructor(transport: Transport) {
${makers.join('\n')}
  }
}
`
  const used = named.names.filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  return `import { bind } from '../bind.ts'
import type { CallOptions, Paged, RawBody, WithQuery } from '../operation.ts'
import type { Submitted } from '../task-result.ts'
import type { Transport } from '../transport.ts'
import { operations } from './operations.ts'
import type {
${used.map((name) => `  ${name},`).join('\n')}
} from './types.ts'

${body}`
}

function writeMember({ method, operation, types }: Method): string {
  const said = `  /** ${operation.summary}. \`${operation.method} ${operation.path}\` */\n`
  const list = writeArguments(operation, types)
  if (types.entry) return `${said}  ${method}: Paged<[${list}], ${types.entry}>`
  const { mediaType, status } = findSuccess(operation)
  const reply = types.reply ?? (mediaType && status !== '204' ? 'Response' : 'void')
  return `${said}  ${method}(${list}): Promise<${reply}>`
}

function writeArguments(operation: Described, types: OperationTypes): string {
  const list = filterParameters('path', operation).map(({ name, schema }) => {
    if (mayBeNumber(operation.tags[0], name)) return `${camelCase(name)}: string | number`
    return `${camelCase(name)}: ${schema.type === 'integer' ? 'number' : 'string'}`
  })
  const takes = describeInput(operation, types)
  if (takes === 'raw') list.push('body: RawBody')
  else if (takes) {
    const { name, isRequired } = types[takes] as { name: string; isRequired: boolean }
    list.push(`${takes}${isRequired ? '' : '?'}: ${name}`)
  }
  const alsoQuery = takes === 'body' && types.query
  list.push(`options?: ${alsoQuery ? `WithQuery<${alsoQuery.name}>` : 'CallOptions'}`)
  return list.join(', ')
}

function codeUnion(): string {
  const codes = problemCodes(operations).map((code) => `  | '${code}'`)
  return `/** The error codes of all operations. */\nexport type ProblemCode =\n${codes.join('\n')}\n`
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
