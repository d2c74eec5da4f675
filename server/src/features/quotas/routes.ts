import { resource } from '../../http/resource.ts'
import { getUsage } from './read-usage.ts'
import { UpdateQuotasBody, UsageReport, WorkspaceParams } from './schemas.ts'
import { updateWorkspaceQuotas } from './update-quotas.ts'

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

const quotas = resource({
  tag: 'Usage',
  path: '/api/v1',
  read: 'workspaces:read',
  write: 'signed-in person',
  params: WorkspaceParams,
  notFound: 'workspace_not_found',
  record: UsageReport,
  example: { params: { workspace_id: 2 }, record: exampleUsage },
})

export function quotaRoutes() {
  return [
    quotas.get('/usage', {
      id: 'getUsage',
      summary: 'Read what the workspace uses of its quotas',
      description:
        'At a limit, new records get `quota_exceeded`; reading and deleting still work. `workspaces` counts those that you own.',
      handle: (deps, { actor }) => getUsage(deps, actor),
    }),
    quotas.patch('/quotas/{workspace_id}', {
      id: 'updateWorkspaceQuotas',
      summary: 'Change the quotas of a workspace',
      description:
        'Only for signed-in owners of the first workspace, who run the installation. Quotas that you leave out stay unchanged.',
      onlyPeople: true,
      body: UpdateQuotasBody,
      example: { body: { limits: { boards: 5000, members: null }, reset: ['webhooks'] } },
      handle: (deps, { actor, params, body }) =>
        updateWorkspaceQuotas(deps, actor, params.workspace_id, body),
    }),
  ]
}
