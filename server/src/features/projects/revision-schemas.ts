import { type Static, Type } from 'typebox'
import { named, Time } from '../../http/schemas.ts'
import type { JsonText } from '../../lib/exact-json/json-text.ts'
import { ExactData, ProjectParams, Revision } from './schemas.ts'

export const RevertBody = Type.Object({ revision: Revision })

export const RevisionParams = Type.Interface([ProjectParams], {
  revision: Type.Integer({ ...Revision, description: 'Number of the revision, from 1.' }),
})

export const RevisionSummary = named(
  'ProjectRevisionSummary',
  Type.Object({
    revision: Type.Integer(),
    action: Type.Enum(['created', 'updated', 'merged', 'reverted']),
    from_revision: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The base of a merged change, or the revision that was reverted to.',
    }),
    changed: Type.Array(Type.String(), {
      description: 'Fields that differ from the previous revision.',
    }),
    paths: Type.Array(Type.String(), { description: 'JSON Pointers, at most 100.' }),
    actor: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      kind: Type.String({ description: 'user, agent or system' }),
      via: Type.String(),
    }),
    request_id: Type.Union([Type.String(), Type.Null()]),
    created_at: Time,
  }),
)

export type RevisionSummary = Static<typeof RevisionSummary>

export const ProjectRevision = named(
  'ProjectRevision',
  Type.Interface([RevisionSummary], {
    title: Type.String(),
    description: Type.String(),
    primary_type: Type.String(),
    data: ExactData,
  }),
)

export type ProjectRevision = Static<typeof ProjectRevision>

export const DiffQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({ ...Revision, description: 'Defaults to the one before `to`.' }),
  ),
  to: Type.Optional(Type.Integer({ ...Revision, description: 'Defaults to the newest.' })),
})

export type DiffQuery = Static<typeof DiffQuery>

const Value = Type.Unsafe<JsonText>({ description: 'Any JSON.' })
const Place = Type.Object({ path: Type.String({ description: 'JSON Pointer.' }), value: Value })

export const ProjectDiff = named(
  'ProjectDiff',
  Type.Object({
    from: Type.Integer(),
    to: Type.Integer(),
    added: Type.Array(Place),
    removed: Type.Array(Place),
    changed: Type.Array(Type.Object({ path: Type.String(), old: Value, new: Value })),
    truncated: Type.Boolean({ description: 'There are more differences than are listed.' }),
  }),
)

export type ProjectDiff = Static<typeof ProjectDiff>
