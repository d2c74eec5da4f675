import { type Static, Type } from 'typebox'
import { Nullable, named, Time } from '../../http/schemas.ts'
import { quotaNames, quotas } from '../../lib/quotas.ts'

const limits = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

export const Quota = named(
  'Quota',
  Type.Object({
    name: Type.Enum(quotaNames),
    title: Type.String({ description: 'For people, in English.' }),
    used: Type.Integer({
      description:
        'How much is used now, or in the current window. For emails to one person and runs of one event: the most of any.',
    }),
    limit: Nullable(Type.Integer({ description: '`null` means unlimited.' })),
    per: Nullable(Type.Enum(['hour', 'day', 'event'])),
    resets_at: Nullable(Time),
    source: Type.Enum(['default', 'installation', 'workspace'], {
      description:
        'Who set the limit: nobody, a setting of the server, or the operator for this workspace.',
    }),
  }),
)

export type Quota = Static<typeof Quota>

export const UsageReport = named('UsageReport', Type.Object({ quotas: Type.Array(Quota) }))

export type UsageReport = Static<typeof UsageReport>

export const WorkspaceParams = Type.Object({
  workspace_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})

/** A limit of one owner cannot be set for one workspace. */
const ofWorkspaces = quotaNames.filter((name) => name !== 'workspaces')

export const QuotaLimits = named(
  'QuotaLimits',
  Type.Object(
    Object.fromEntries(
      ofWorkspaces.map((name) => [
        name,
        Type.Optional(
          Nullable(
            Type.Integer({
              ...limits,
              description: `${quotas[name].title}. \`null\` means unlimited.`,
            }),
          ),
        ),
      ]),
    ),
  ),
)

export const UpdateQuotasBody = Type.Object({
  limits: Type.Optional(QuotaLimits),
  reset: Type.Optional(
    Type.Array(Type.Enum(ofWorkspaces), {
      maxItems: quotaNames.length,
      description: 'Quotas that get the limit of the installation again.',
    }),
  ),
})

export type UpdateQuotasBody = Static<typeof UpdateQuotasBody>
