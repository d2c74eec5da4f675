import { type Static, Type } from 'typebox'
import { listSchema, PageQuery } from '../../http/pagination.ts'
import { named, Time } from '../../http/schemas.ts'
import { slugPattern } from '../../lib/slug.ts'

const Document = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas.',
})

const Slug = Type.String({ minLength: 1, maxLength: 64, pattern: slugPattern })

const isListed = {
  description: 'Whether agents see it in `GET /api/v1/service/workflows/mcp`.',
}

const Maker = named(
  'WorkflowMaker',
  Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() }),
)

export const WorkflowSummary = named(
  'WorkflowSummary',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    slug: Slug,
    title: Type.String(),
    description: Type.String(),
    version: Type.Integer({
      description: 'The latest version. Each change of the document creates one.',
    }),
    is_listed: Type.Boolean(isListed),
    inputs: Type.Unknown({ description: 'A JSON Schema of type object.' }),
    created_by: Maker,
    created_at: Time,
    updated_at: Time,
  }),
)

export type WorkflowSummary = Static<typeof WorkflowSummary>

export const Workflow = named(
  'Workflow',
  Type.Interface([WorkflowSummary], { definition: Document }),
)

export type Workflow = Static<typeof Workflow>

export const WorkflowVersion = named(
  'WorkflowVersion',
  Type.Object({
    version: Type.Integer(),
    created_by: Maker,
    created_at: Time,
    definition: Document,
  }),
)

export const CreateWorkflowBody = Type.Object({
  definition: Type.Optional(Document),
  template: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Instead of a definition: one of `GET /api/v1/service/workflows/templates`.',
    }),
  ),
  trigger_input: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Also creates the trigger of the template, with these inputs in addition to those that it fills itself.',
    }),
  ),
  slug: Type.Optional(Slug),
  is_listed: Type.Boolean({ default: true, ...isListed }),
})

export type CreateWorkflowBody = Static<typeof CreateWorkflowBody>

export const UpdateWorkflowBody = Type.Object({
  definition: Type.Optional(Document),
  slug: Type.Optional(Slug),
  is_listed: Type.Optional(Type.Boolean(isListed)),
})

export type UpdateWorkflowBody = Static<typeof UpdateWorkflowBody>

export const CheckBody = Type.Object({ definition: Document })

export const CheckReply = named(
  'CheckWorkflowReply',
  Type.Object({
    valid: Type.Boolean(),
    errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  }),
)

export const WorkflowParams = Type.Object({
  id: Type.String({
    maxLength: 100,
    pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$',
    description: 'Id or slug.',
  }),
})

export const VersionParams = Type.Interface([WorkflowParams], {
  version: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Number of the version, from 1.',
  }),
})

export const WorkflowListQuery = Type.Interface([PageQuery], {
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the title.' })),
})

export type WorkflowListQuery = Static<typeof WorkflowListQuery>

export const Startable = named(
  'StartableWorkflow',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    description: Type.String(),
    inputs: Type.Unknown({ description: 'A JSON Schema: type, properties, required.' }),
  }),
)

export const StartableList = listSchema(Startable)

export const Template = named(
  'WorkflowTemplate',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    definition: Document,
    trigger: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'A trigger that suits it, as for `createWorkflowTrigger`.',
    }),
  }),
)

const SchemaOrNull = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'JSON Schema; null if there is none.',
})

export const CallableOperation = named(
  'WorkflowOperation',
  Type.Object({
    operation: Type.String(),
    summary: Type.String(),
    permission: Type.String(),
    params: SchemaOrNull,
    query: SchemaOrNull,
    body: SchemaOrNull,
    reply: Type.Unknown(),
  }),
)
