import { type Static, Type } from 'typebox'
import { named, Time } from '../../../http/schemas.ts'
import { Reference, Uuid } from '../common-schemas.ts'

const Kind = named(
  'FieldKind',
  Type.Enum(['text', 'number', 'date', 'select', 'checkbox', 'url', 'person']),
)
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

const Options = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
  maxItems: 100,
  uniqueItems: true,
  description: 'The options of a select.',
})

/** A custom field of the tasks of a board. */
export const Field = named(
  'Field',
  Type.Object({
    id: Uuid,
    board: Uuid,
    key: Type.String({ description: 'The key of its values in `custom_fields`. Never changes.' }),
    name: Type.String(),
    kind: Kind,
    options: Type.Array(Type.String()),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Field = Static<typeof Field>

export const CreateFieldBody = Type.Object({
  name: Name,
  kind: Kind,
  key: Type.Optional(Type.String({ maxLength: 50, pattern: '^[a-z][a-z0-9_]*$' })),
  options: Type.Optional(Options),
})

export type CreateFieldBody = Static<typeof CreateFieldBody>

export const UpdateFieldBody = Type.Object({
  name: Type.Optional(Name),
  options: Type.Optional(Options),
})

export type UpdateFieldBody = Static<typeof UpdateFieldBody>

export const FieldParams = Type.Object({ board_id: Reference, field_id: Uuid })
