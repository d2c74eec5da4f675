import { listSchema } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { createWorkspace } from './create-workspace.ts'
import { getCurrentWorkspace } from './get-current-workspace.ts'
import { listWorkspaces } from './list-workspaces.ts'
import { CreateWorkspaceBody, UpdateWorkspaceBody, Workspace, WorkspaceContext } from './schemas.ts'
import { updateWorkspace } from './update-workspace.ts'

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

const workspaces = resource({
  tag: 'Workspaces',
  path: '/api/v1/workspaces',
  read: 'workspaces:read',
  write: 'workspaces:write',
  record: WorkspaceContext,
  etag: true,
  example: { record: exampleContext },
})

export function workspaceRoutes() {
  return [
    workspaces.get('/current', {
      id: 'getCurrentWorkspace',
      summary: 'Read the current workspace, its user and teamspaces',
      description:
        'The credential or the `Organization` header decides the workspace. `GET /api/v1/service/workspaces` lists the teamspaces that you can send in `Space`. Administrators can also read a workspace that is switched off.',
      allowsInactiveWorkspace: true,
      handle: (deps, { actor }) => getCurrentWorkspace(deps, actor),
    }),
    workspaces.patch('/current', {
      id: 'updateCurrentWorkspace',
      summary: 'Change the current workspace or its settings',
      description: 'Fields that you leave out stay unchanged, also inside `settings`.',
      allowsInactiveWorkspace: true,
      body: UpdateWorkspaceBody,
      problems: ['slug_taken', 'precondition_failed'],
      example: { body: { settings: { timezone: 'Europe/Berlin' } } },
      handle: (deps, { actor, body, ifMatch }) => updateWorkspace(deps, actor, body, ifMatch),
    }),
    workspaces.get('', {
      id: 'listWorkspaces',
      summary: 'List the workspaces of the credential',
      reply: listSchema(Workspace),
      example: { reply: { count: 1, results: [exampleWorkspace] } },
      handle: (deps, { actor }) => listWorkspaces(deps, actor),
    }),
    workspaces.create('', {
      id: 'createWorkspace',
      summary: 'Create a workspace',
      description: 'You become its owner. Without a slug, the server derives one from the name.',
      body: CreateWorkspaceBody,
      reply: Workspace,
      problems: ['slug_taken', 'quota_exceeded'],
      example: { body: { name: 'Northwind' }, reply: exampleWorkspace },
      handle: (deps, { actor, body }) => createWorkspace(deps, actor, body),
    }),
  ]
}
