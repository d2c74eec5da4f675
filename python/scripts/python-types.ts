import { readRefName, type Schema } from '../../sdk/scripts/document.ts'
import { upperFirst } from '../../sdk/scripts/names.ts'

interface FullSchema extends Schema {
  const?: string | number | boolean
  anyOf?: FullSchema[]
  allOf?: FullSchema[]
  additionalProperties?: boolean | FullSchema
}

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Words that can't be names of fields in the class syntax. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Python source of types for the schemas of the API document. */
export class PythonTypes {
  readonly #blocks: string[] = []
  readonly #names = new Set<string>()
  readonly #aliases = new Map<string, string>()

  /** `replaced` are types that are written by hand. */
  constructor(schemas: Record<string, Schema>, replaced: Record<string, string> = {}) {
    for (const name of Object.keys(schemas)) this.#names.add(name)
    for (const [name, schema] of Object.entries(schemas)) {
      if (replaced[name]) this.#aliases.set(name, replaced[name])
      else this.#define(name, schema)
    }
  }

  get text(): string {
    return [...this.#blocks, ...this.#aliasLines()].join('\n\n')
  }

  /** After the classes, each alias after those that it mentions: Python evaluates them. */
  #aliasLines(): string[] {
    const lines: string[] = []
    const left = new Map(this.#aliases)
    while (left.size > 0) {
      const ready = [...left].filter(([, type]) =>
        type.match(/\w+/g)?.every((word) => !left.has(word)),
      )
      if (ready.length === 0) throw new Error(`Circular types: ${[...left.keys()].join(', ')}`)
      for (const [name, type] of ready) {
        lines.push(`${name}: TypeAlias = ${type}\n`)
        left.delete(name)
      }
    }
    return lines
  }

  #define(name: string, schema: FullSchema): void {
    if (isRecord(schema)) this.#defineRecord(name, schema)
    else this.#aliases.set(name, this.#typeOf(schema, name))
  }

  #defineRecord(name: string, { properties = {}, required = [], description }: FullSchema): void {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, name + upperFirst(pascal(field)))
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, schema }
    })
    if (fields.some(({ field }) => keywords.has(field) || !/^[a-zA-Z_]\w*$/.test(field))) {
      const entries = fields.map(({ field, type }) => `    ${quoted(field)}: ${quoted(type)},`)
      this.#blocks.push(`${name} = TypedDict(${quoted(name)}, {\n${entries.join('\n')}\n})\n`)
      return
    }
    const lines = fields.map(({ field, type, schema }) => {
      return `    ${field}: ${type}${docstring(schema.description, 4)}`
    })
    const about = description ? docstring(description, 4).slice(1) : undefined
    const body = [...(about ? [about] : []), ...lines]
    this.#blocks.push(`class ${name}(TypedDict):\n${body.join('\n') || '    pass'}\n`)
  }

  #typeOf(schema: FullSchema, place: string): string {
    if (schema.$ref) return readRefName(schema)
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const ways = schema.anyOf ?? schema.allOf
    if (ways) return writeUnion(ways.map((way, at) => this.#typeOf(way, `${place}${at || ''}`)))
    if (isRecord(schema)) return this.#nested(place, schema)
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return 'Any'
    return writeUnion(types.map((type) => this.#singleType(type, schema, place)))
  }

  #singleType(type: string, schema: FullSchema, place: string): string {
    if (type === 'array') return `List[${this.#typeOf(schema.items ?? {}, `${place}Item`)}]`
    if (type !== 'object') return scalars[type] ?? 'Any'
    if (isRecord({ ...schema, type })) return this.#nested(place, { ...schema, type })
    const { additionalProperties: values } = schema
    return `Dict[str, ${typeof values === 'object' ? this.#typeOf(values, place) : 'Any'}]`
  }

  #nested(place: string, schema: FullSchema): string {
    let name = place
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    this.#defineRecord(name, schema)
    return name
  }
}

function isRecord({ type, properties = {}, additionalProperties }: FullSchema): boolean {
  return type === 'object' && !additionalProperties && Object.keys(properties).length > 0
}

function writeUnion(types: string[]): string {
  const unique = [...new Set(types)]
  return unique.includes('Any') ? 'Any' : unique.join(' | ')
}

export function docstring(text: string | undefined, indent: number): string {
  if (!text) return ''
  const space = ' '.repeat(indent)
  const lines = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n')
  const ending = text.endsWith('"') ? ' ' : ''
  return `\n${space}"""${lines.map((line) => (line ? line : '')).join(`\n${space}`)}${ending}"""`
}

function literal(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? quoted(value) : String(value)
}

export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** task_id → TaskId */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^a-zA-Z\d]+)([a-zA-Z\d])/g, (_, letter) => letter.toUpperCase())
}

/** boardTasks → board_tasks */
export function snake(name: string): string {
  const text = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
  return keywords.has(text) ? `${text}_` : text
}
