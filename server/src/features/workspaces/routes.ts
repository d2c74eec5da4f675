import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/pagination.ts'
import { createWorkspace } from './create-workspace.ts'
import { getCurrentWorkspace } from './get-current-workspace.ts'
import { listWorkspaces } from './list-workspaces.ts'
import { CreateWorkspaceBody, UpdateWorkspaceBody, Workspace, WorkspaceContext } from './schemas.ts'
import { updateWorkspace } from './update-workspace.ts'

const tag = 'Workspaces'

const exampleWorkspace = {
  id: 1,
  name: 'Northwind',
  slug: 'northwind',
  is_active: true,
  settings: { timezone: 'Europe/Berlin', language: 'en', start_of_week: 'mon' },
}

const exampleContext = {
  user: { id: 1, first_name: 'Mia', last_name: 'Wong', email: 'mia@example.com' },
  workspace: exampleWorkspace,
  teamspaces: [{ id: 3, name: 'Launch', slug: 'launch', is_active: true }],
}

export function workspaceRoutes() {
  return [
    operation({
      id: 'getCurrentWorkspace',
      method: 'GET',
      path: '/api/v1/workspaces/current',
      tag,
      summary: 'Read the current workspace, its user and teamspaces',
      description:
        'The credential or the `Organization` header decides the workspace. `GET /api/v1/service/workspaces` lists the teamspaces that you can send in `Space`. Administrators can also read a workspace that is switched off.',
      permission: 'workspaces:read',
      allowsInactiveWorkspace: true,
      status: 200,
      reply: WorkspaceContext,
      etag: true,
      example: { reply: exampleContext },
      handle: (deps, { actor }) => getCurrentWorkspace(deps, actor),
    }),
    operation({
      id: 'updateCurrentWorkspace',
      method: 'PATCH',
      path: '/api/v1/workspaces/current',
      tag,
      summary: 'Change the current workspace or its settings',
      description: 'Fields that you leave out stay unchanged, also inside `settings`.',
      permission: 'workspaces:write',
      allowsInactiveWorkspace: true,
      body: UpdateWorkspaceBody,
      status: 200,
      reply: WorkspaceContext,
      etag: true,
      problems: ['slug_taken', 'precondition_failed'],
      example: { body: { settings: { timezone: 'Europe/Berlin' } }, reply: exampleContext },
      handle: (deps, { actor, body, ifMatch }) => updateWorkspace(deps, actor, body, ifMatch),
    }),
    operation({
      id: 'listWorkspaces',
      method: 'GET',
      path: '/api/v1/workspaces',
      tag,
      summary: 'List the workspaces of the credential',
      permission: 'workspaces:read',
      status: 200,
      reply: listOf(Workspace),
      example: { reply: { count: 1, results: [exampleWorkspace] } },
      handle: (deps, { actor }) => listWorkspaces(deps, actor),
    }),
    operation({
      id: 'createWorkspace',
      method: 'POST',
      path: '/api/v1/workspaces',
      tag,
      summary: 'Create a workspace',
      description: 'You become its owner. Without a slug, the server derives one from the name.',
      permission: 'workspaces:write',
      body: CreateWorkspaceBody,
      status: 201,
      reply: Workspace,
      problems: ['slug_taken', 'quota_exceeded'],
      example: { body: { name: 'Northwind' }, reply: exampleWorkspace },
      handle: (deps, { actor, body }) => createWorkspace(deps, actor, body),
    }),
  ]
}
