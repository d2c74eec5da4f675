import { type Static, Type } from 'typebox'
import { commaList } from '../../http/body/absent-values.ts'
import { named } from '../../http/schemas.ts'

export const Uuid = Type.String({ format: 'uuid' })
export const IntegerId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const Color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  maxLength: 7,
  description: '#rrggbb',
})
export const Title = Type.String({ minLength: 1, maxLength: 250, pattern: '\\S' })
export const Description = Type.String({ maxLength: 50_000 })
export const FreeObject = Type.Object({}, { additionalProperties: true })

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** An id or a slug, case-insensitive. A malformed one gets the same response as an unknown one. */
export const Reference = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$',
  description: 'Id or slug.',
})

export const Expand = Type.Optional(
  Type.String({
    format: commaList,
    maxLength: 200,
    description: 'Fields to expand inline, separated by commas or repeated.',
  }),
)

export const Person = named(
  'Person',
  Type.Object({
    id: Type.Integer(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
  }),
)

export type Person = Static<typeof Person>

/** The id of a record, or the record itself if `expand` names it. */
export function idOrRecord<T>(type: 'string' | 'integer') {
  return Type.Unsafe<T>({ type: [type, 'object'], additionalProperties: true })
}

export const PersonOrId = Type.Unsafe<number | Person | null>({
  type: ['integer', 'object', 'null'],
  additionalProperties: true,
  description: 'The id, or the person if expanded.',
})
