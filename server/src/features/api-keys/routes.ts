import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery } from '../../http/pagination.ts'
import { UuidParams } from '../../http/schemas.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey, listApiKeys } from './read-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { ApiKey, CreateApiKeyBody, NewApiKey } from './schemas.ts'

const tag = 'Credentials'

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

export function apiKeyRoutes() {
  return [
    operation({
      id: 'createApiKey',
      onlyPeople: true,
      method: 'POST',
      path: '/api/v1/api-keys',
      tag,
      summary: 'Create an API key',
      description:
        'The response shows the key only once. The key belongs to you and to this workspace. A key created with another key expires no later than that key and is revoked with it.',
      permission: 'api-keys:write',
      body: CreateApiKeyBody,
      status: 201,
      reply: NewApiKey,
      problems: ['quota_exceeded'],
      example: {
        body: { name: 'Launch agent', scopes: ['workspaces:read', 'teamspaces:read'] },
        reply: { ...exampleKey, key: 'atl_Zk3vQ9xT.…' },
      },
      handle: (deps, { actor, body }) => createApiKey(deps, actor, body),
    }),
    listOperation({
      id: 'listApiKeys',
      path: '/api/v1/api-keys',
      tag,
      summary: 'List API keys',
      description: 'Owners and admins see all keys of the workspace; others see their own.',
      permission: 'api-keys:read',
      query: PageQuery,
      entry: ApiKey,
      example: { entry: exampleKey },
      list: (deps, { actor, query }) => listApiKeys(deps, actor, query),
    }),
    operation({
      id: 'getApiKey',
      method: 'GET',
      path: '/api/v1/api-keys/{id}',
      tag,
      summary: 'Read an API key',
      permission: 'api-keys:read',
      params: UuidParams,
      status: 200,
      reply: ApiKey,
      etag: true,
      notFound: 'api_key_not_found',
      example: { params: { id: exampleKey.id }, reply: exampleKey },
      handle: (deps, { actor, params }) => getApiKey(deps, actor, params.id),
    }),
    operation({
      id: 'revokeApiKey',
      onlyPeople: true,
      method: 'DELETE',
      path: '/api/v1/api-keys/{id}',
      tag,
      summary: 'Revoke an API key',
      description:
        'Takes effect immediately, for every process and every open stream. Keys created with it are revoked too.',
      permission: 'api-keys:write',
      params: UuidParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'api_key_not_found',
      example: { params: { id: exampleKey.id } },
      handle: (deps, { actor, params }) => revokeApiKey(deps, actor, params.id),
    }),
  ]
}
