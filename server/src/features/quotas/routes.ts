import { operation } from '../../http/operation.ts'
import { getUsage } from './read-usage.ts'
import { UpdateQuotasBody, UsageReport, WorkspaceParams } from './schemas.ts'
import { updateWorkspaceQuotas } from './update-quotas.ts'

const tag = 'Usage'

const exampleUsage = {
  quotas: [
    {
      name: 'boards' as const,
      title: 'Boards',
      used: 12,
      limit: 2000,
      per: null,
      resets_at: null,
      source: 'default' as const,
    },
    {
      name: 'emails_per_hour' as const,
      title: 'Emails an hour',
      used: 240,
      limit: 10_000,
      per: 'hour' as const,
      resets_at: '2026-11-19T10:00:00.000Z',
      source: 'installation' as const,
    },
  ],
}

export function quotaRoutes() {
  return [
    operation({
      id: 'getUsage',
      method: 'GET',
      path: '/api/v1/usage',
      tag,
      summary: 'Read what the workspace uses of its quotas',
      description:
        'At a limit, new records get `quota_exceeded`; reading and deleting still work. `workspaces` counts those that you own.',
      permission: 'workspaces:read',
      status: 200,
      reply: UsageReport,
      example: { reply: exampleUsage },
      handle: (deps, { actor }) => getUsage(deps, actor),
    }),
    operation({
      id: 'updateWorkspaceQuotas',
      method: 'PATCH',
      path: '/api/v1/quotas/{workspace_id}',
      tag,
      summary: 'Change the quotas of a workspace',
      description:
        'Only for signed-in owners of the first workspace, who run the installation. Quotas that you leave out stay unchanged.',
      permission: 'signed-in person',
      onlyPeople: true,
      params: WorkspaceParams,
      notFound: 'workspace_not_found',
      body: UpdateQuotasBody,
      status: 200,
      reply: UsageReport,
      example: {
        params: { workspace_id: 2 },
        body: { limits: { boards: 5000, members: null }, reset: ['webhooks'] },
        reply: exampleUsage,
      },
      handle: (deps, { actor, params, body }) =>
        updateWorkspaceQuotas(deps, actor, params.workspace_id, body),
    }),
  ]
}
