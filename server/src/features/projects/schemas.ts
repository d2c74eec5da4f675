import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { named, Time } from '../../http/schemas.ts'
import type { JsonText } from '../../lib/exact-json/json-text.ts'

export const maxDataBytes = 1024 * 1024

const ResourceType = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
})
const Title = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const Description = Type.String({ maxLength: 20_000 })
const PrimaryType = Type.String({ maxLength: 100, description: 'Free-form category.' })
const freeJson = { type: 'object', additionalProperties: true } as const
const UserId = Type.Union([Type.Integer(), Type.Null()])

/** In a response: any JSON object with its exact digits, held as text. */
export const ExactData = Type.Unsafe<JsonText>({
  ...freeJson,
  description: 'Any JSON object. Key order and all digits of numbers are kept.',
})

/** In a body. The server stores the text from the exact body, not this value. */
export const Data = Type.Unsafe<object>({ ...freeJson, description: 'At most 1 MiB of JSON.' })

export const ProjectType = named(
  'ProjectType',
  Type.Object({
    resourcetype: Type.String(),
    id_kind: Type.Enum(['uuid', 'integer']),
    title: Type.String(),
    built_in: Type.Boolean(),
  }),
)

export type ProjectType = Static<typeof ProjectType>

export const CreateTypeBody = Type.Object({
  resourcetype: ResourceType,
  id_kind: Type.Enum(['uuid', 'integer'], { default: 'uuid' }),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
})

export type CreateTypeBody = Static<typeof CreateTypeBody>

export const Project = named(
  'Project',
  Type.Object({
    id: Type.Union([Type.String(), Type.Integer()], {
      description: 'UUID or integer, depending on the type.',
    }),
    resourcetype: Type.String(),
    title: Type.String(),
    description: Type.String(),
    primary_type: Type.String(),
    data: ExactData,
    revision: Type.Integer(),
    creator: UserId,
    modifier: UserId,
    space_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The teamspace that it belongs to.',
    }),
    created_at: Time,
    updated_at: Time,
  }),
)

export type Project = Static<typeof Project>

/** Without data: a hundred projects could contain a hundred megabytes of it. */
export const ProjectSummary = named(
  'ProjectSummary',
  Type.Interface([Type.Omit(Project, ['data'])], {
    deleted_at: Type.Union([Time, Type.Null()]),
  }),
)

export type ProjectSummary = Static<typeof ProjectSummary>

const TypeParam = Type.String({ minLength: 1, maxLength: 64, description: 'Case-insensitive.' })

export const TypeParams = Type.Object({ resourcetype: TypeParam })

export const ProjectParams = Type.Object({
  resourcetype: TypeParam,
  id: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'UUID or integer, depending on the type.',
  }),
})

export type ProjectParams = Static<typeof ProjectParams>

export const ProjectListQuery = Type.Interface([PageQuery], {
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the title or description.' }),
  ),
  primary_type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only projects of this category.' }),
  ),
  order_by: Type.Enum(['created_at', 'updated_at', 'title'], {
    default: 'created_at',
    description: 'The field to sort by.',
  }),
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], { description: 'Defaults to newest first, or A to Z for titles.' }),
  ),
  deleted: Type.Boolean({ default: false, description: 'List deleted projects instead.' }),
})

export type ProjectListQuery = Static<typeof ProjectListQuery>

export const CreateProjectBody = Type.Object({
  title: Title,
  description: Type.Optional(Description),
  primary_type: Type.Optional(PrimaryType),
  data: Type.Optional(Data),
})

export type CreateProjectBody = Static<typeof CreateProjectBody>

export const Revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const UpdateProjectBody = Type.Object({
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  primary_type: Type.Optional(PrimaryType),
  data: Type.Optional(Data),
  base_revision: Type.Optional(Revision),
})

export type UpdateProjectBody = Static<typeof UpdateProjectBody>

export const UpdateProjectQuery = Type.Object({
  base_revision: Type.Optional(
    Type.Integer({ ...Revision, description: 'The revision that the change is based on.' }),
  ),
})

export const MergePatch = named('MergePatch', Type.Unsafe<object>(freeJson))

const Pointer = Type.String({ maxLength: 10_000, description: 'JSON Pointer.' })

export const JsonPatch = named(
  'JsonPatch',
  Type.Array(
    Type.Object({
      op: Type.Enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: Pointer,
      from: Type.Optional(Pointer),
      value: Type.Optional(Type.Unknown()),
    }),
    { maxItems: 1000 },
  ),
)
