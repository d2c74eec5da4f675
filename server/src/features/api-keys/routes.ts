import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey, listApiKeys } from './read-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { ApiKey, CreateApiKeyBody, NewApiKey } from './schemas.ts'

const exampleKey = {
  id: '0b9f8f5e-6f0c-4c3e-9a55-0d0a2f9c1b7e',
  name: 'Launch agent',
  prefix: 'atl_Zk3vQ9xT',
  scopes: ['workspaces:read', 'teamspaces:read'],
  user_id: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
}

const apiKeys = resource({
  tag: 'Credentials',
  path: '/api/v1/api-keys',
  read: 'api-keys:read',
  write: 'api-keys:write',
  params: UuidParams,
  notFound: 'api_key_not_found',
  record: ApiKey,
  etag: true,
  example: { params: { id: exampleKey.id }, record: exampleKey },
})

export function apiKeyRoutes() {
  return [
    apiKeys.create('', {
      id: 'createApiKey',
      onlyPeople: true,
      summary: 'Create an API key',
      description:
        'The response shows the key only once. The key belongs to you and to this workspace. A key created with another key expires no later than that key and is revoked with it.',
      body: CreateApiKeyBody,
      reply: NewApiKey,
      problems: ['quota_exceeded'],
      example: {
        body: { name: 'Launch agent', scopes: ['workspaces:read', 'teamspaces:read'] },
        reply: { ...exampleKey, key: 'atl_Zk3vQ9xT.…' },
      },
      handle: (deps, { actor, body }) => createApiKey(deps, actor, body),
    }),
    apiKeys.list('', {
      id: 'listApiKeys',
      summary: 'List API keys',
      description: 'Owners and admins see all keys of the workspace; others see their own.',
      query: PageQuery,
      list: (deps, { actor, query }) => listApiKeys(deps, actor, query),
    }),
    apiKeys.get('/{id}', {
      id: 'getApiKey',
      summary: 'Read an API key',
      handle: (deps, { actor, params }) => getApiKey(deps, actor, params.id),
    }),
    apiKeys.delete('/{id}', {
      id: 'revokeApiKey',
      onlyPeople: true,
      summary: 'Revoke an API key',
      description:
        'Takes effect immediately, for every process and every open stream. Keys created with it are revoked too.',
      handle: (deps, { actor, params }) => revokeApiKey(deps, actor, params.id),
    }),
  ]
}
