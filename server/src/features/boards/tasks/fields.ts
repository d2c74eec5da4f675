import { type Static, type TSchema, Type } from 'typebox'
import { Day, Time } from '../../../http/schemas.ts'
import { orderKeyPattern } from '../../../lib/order-key.ts'
import {
  Description,
  FreeObject,
  IntegerId,
  idOrRecord,
  nullable,
  type Person,
  Reference,
  Title,
  Uuid,
} from '../common-schemas.ts'
import { type Tag, TagName } from '../tags/schemas.ts'

interface Field {
  /** What clients send. Without it, they cannot set the field. */
  input?: TSchema
  /** What clients get. */
  reply: TSchema
  /** Its column in `pm_tasks`. Defaults to its name; null if it has a table of its own. */
  column?: string | null
  isJson?: true
  /** The value in a new task. */
  blank: unknown
  /** Defaults to `blank`. */
  example?: unknown
  /** Dates, place and progress of a recurring task, which the next ones don't inherit. */
  isOwn?: true
}

export const priorities = ['low', 'medium', 'high', 'urgent'] as const

const Priority = nullable(Type.Enum([...priorities]))

const AnyJson = Type.Unsafe<unknown>({
  description: 'The editor’s own format: a JSON document, or markup as text.',
})

const OrderKey = Type.String({
  maxLength: 200,
  pattern: orderKeyPattern,
  description: 'Position in the column, compared as text, byte by byte. `move` is easier.',
})

const CustomFieldValues = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Values by field key. Omitted fields stay unchanged; null removes a value.',
  },
)

const Tags = Type.Array(Type.Union([IntegerId, TagName]), {
  maxItems: 50,
  description: 'Names, or ids of existing tags. A new name creates a tag.',
})

const PersonName = Type.String({ minLength: 1, maxLength: 254, pattern: '\\S' })

const Assignees = Type.Array(Type.Union([IntegerId, PersonName]), {
  maxItems: 50,
  description: 'Members who can see the board: ids, emails, full names or `me`.',
})

/**
 * The fields of a task, each declared once: schemas, storage, history, copies and recurring tasks
 * follow from it. A new field needs only a column and a line here.
 */
export const taskFields = {
  title: {
    ...{ input: Title, reply: Type.String(), blank: '' },
    example: 'Write the press release',
  },
  description: {
    ...{ input: Description, reply: Type.String(), blank: '' },
    example: 'One page, with two pictures.',
  },
  rich_description: { input: AnyJson, reply: AnyJson, isJson: true, blank: null },
  start_date: {
    ...{ input: nullable(Day), reply: nullable(Type.String()), blank: null, isOwn: true },
    example: '2026-11-16',
  },
  due_date: {
    ...{ input: nullable(Day), reply: nullable(Type.String()), blank: null, isOwn: true },
    example: '2026-11-20',
  },
  priority: { input: Priority, reply: Priority, blank: null, example: 'high' },
  parent: {
    ...{ input: nullable(Reference), reply: nullable(Uuid), column: 'parent_id', blank: null },
    isOwn: true,
  },
  task_type: {
    input: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }),
    ...{ reply: Type.String(), blank: 'task' },
  },
  complete: { input: Type.Boolean(), reply: Type.Boolean(), blank: false, isOwn: true },
  completed_at: { reply: nullable(Time), blank: null },
  estimated_hours: {
    input: nullable(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    ...{ reply: nullable(Type.Number()), blank: null, example: 6 },
  },
  order: {
    ...{ input: OrderKey, reply: Type.String(), column: 'sort_key', blank: '', example: 'V' },
    isOwn: true,
  },
  extra: { input: FreeObject, reply: FreeObject, isJson: true, blank: {} },
  custom_fields: {
    ...{ input: CustomFieldValues, reply: FreeObject, isJson: true, blank: {} },
    example: { channel: 'Mail' },
  },
  tags: {
    ...{ input: Tags, reply: Type.Array(idOrRecord<number | Tag>('integer')) },
    ...{ column: null, blank: [], example: [4] },
  },
  assignees: {
    ...{ input: Assignees, reply: Type.Array(idOrRecord<number | Person>('integer')) },
    ...{ column: null, blank: [], example: [1] },
  },
} as const satisfies Record<string, Field>

type Fields = typeof taskFields

export type TaskField = keyof Fields

/** The fields that clients can set. */
export type SettableField = {
  [Name in TaskField]: Fields[Name] extends { input: TSchema } ? Name : never
}[TaskField]

type Part<Key extends 'input' | 'reply', Name extends TaskField> = {
  [N in Name]: Fields[N] extends { [K in Key]: infer S extends TSchema } ? S : never
}

const entries = Object.entries(taskFields) as [TaskField, Field][]
const nameIf = (test: (field: Field) => unknown) =>
  entries.filter(([, field]) => test(field)).map(([name]) => name)

const mapFields = (value: (field: Field) => unknown) =>
  Object.fromEntries(entries.map(([name, field]) => [name, value(field)]))

export const settableFields = nameIf(({ input }) => input) as SettableField[]

export const inheritedFields = nameIf(({ input, isOwn }) => input && !isOwn) as SettableField[]

export const fieldInputs = Object.fromEntries(
  settableFields.map((name) => [name, taskFields[name].input]),
) as Part<'input', SettableField>

export const fieldReplies = mapFields(({ reply }) => reply) as Part<'reply', TaskField>

export const fieldExamples = mapFields(({ example, blank }) => example ?? blank)

/** The values of the fields as stored: related records by their ids. */
export type FieldValues = {
  [Name in Exclude<TaskField, 'custom_fields' | 'tags' | 'assignees'>]: Static<
    Fields[Name]['reply']
  >
} & { custom_fields: Record<string, unknown>; tags: number[]; assignees: number[] }

export const blankFields = () =>
  structuredClone(mapFields(({ blank }) => blank)) as unknown as FieldValues

/** The fields with a column in `pm_tasks`. */
export const storedFields = entries
  .filter(([, { column }]) => column !== null)
  .map(([name, { column, isJson = false }]) => ({ name, column: column ?? name, isJson }))
