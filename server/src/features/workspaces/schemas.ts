import { type Static, Type } from 'typebox'
import { named, TimeZone } from '../../http/schemas.ts'
import { slugPattern } from '../../lib/slug.ts'

export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const Slug = Type.String({
  minLength: 1,
  maxLength: 50,
  // Not only digits: the Organization header accepts ids and slugs.
  pattern: `^(?!\\d+$)${slugPattern.slice(1)}`,
  description: 'Lower-case letters, digits and hyphens; not digits alone.',
})

export const WorkspaceSettings = named(
  'WorkspaceSettings',
  Type.Object({
    timezone: TimeZone,
    language: Type.String({ maxLength: 35, description: 'Language code, such as en or de-AT.' }),
    start_of_week: Type.Enum(['mon', 'sun', 'sat']),
    approvals_by_credentials: Type.Optional(
      Type.Boolean({
        description:
          'Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it.',
      }),
    ),
    approval_proof: Type.Optional(
      Type.Enum(['any', 'session'], {
        description:
          'What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it.',
      }),
    ),
  }),
)

export type WorkspaceSettings = Static<typeof WorkspaceSettings>

export const Workspace = named(
  'Workspace',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    slug: Type.String(),
    is_active: Type.Boolean(),
    settings: WorkspaceSettings,
  }),
)

export type Workspace = Static<typeof Workspace>

export const WorkspaceContext = named(
  'WorkspaceContext',
  Type.Object({
    user: Type.Object({
      id: Type.Integer(),
      first_name: Type.String(),
      last_name: Type.String(),
      email: Type.String(),
    }),
    workspace: Workspace,
    teamspaces: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        slug: Type.String(),
        is_active: Type.Boolean(),
      }),
    ),
  }),
)

export type WorkspaceContext = Static<typeof WorkspaceContext>

export const CreateWorkspaceBody = Type.Object({
  name: Name,
  slug: Type.Optional(Slug),
  settings: Type.Optional(Type.Partial(WorkspaceSettings)),
})

export type CreateWorkspaceBody = Static<typeof CreateWorkspaceBody>

export const UpdateWorkspaceBody = Type.Object({
  name: Type.Optional(Name),
  slug: Type.Optional(Slug),
  is_active: Type.Optional(Type.Boolean()),
  settings: Type.Optional(Type.Partial(WorkspaceSettings)),
})

export type UpdateWorkspaceBody = Static<typeof UpdateWorkspaceBody>
