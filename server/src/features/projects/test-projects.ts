import { expect } from 'vitest'
import { type Answer, type Tenant, useService } from '../../../test/harness.ts'

export const base = '/api/v1/projects'
const campaigns = `${base}/campaign`
const json = { 'content-type': 'application/json' }
export const mergePatch = 'application/merge-patch+json'
export const jsonPatch = 'application/json-patch+json'

export type Headers = Record<string, string>

interface TestProject {
  mia: Tenant
  path: string
  patch(body: unknown, options?: { type?: string; from?: number; query?: string }): Promise<Answer>
  get(under?: string): Promise<Answer>
  post(under: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** A service, and how to use its projects. */
export function useProjects() {
  const service = useService()

  function post(tenant: Tenant, body: unknown, type = 'campaign', headers: Headers = {}) {
    return service.call('POST', `${base}/${type}`, {
      key: tenant.key,
      body,
      headers: { ...json, ...headers },
    })
  }

  function get(tenant: Tenant, path: string, headers: Headers = {}) {
    return service.call('GET', `${base}/${path}`, { key: tenant.key, headers })
  }

  function patch(tenant: Tenant, path: string, body: unknown, headers: Headers = {}) {
    return service.call('PATCH', `${base}/${path}`, {
      key: tenant.key,
      body,
      headers: { ...json, ...headers },
    })
  }

  /** A project, with functions that change and read it. */
  async function createProject(data: unknown = {}, of?: Tenant): Promise<TestProject> {
    const mia = of ?? (await service.tenant())
    const { key } = mia
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    const made = await service.call('POST', campaigns, {
      key,
      body: `{"title":"A","data":${text}}`,
      headers: json,
    })
    expect(made.status).toBe(201)
    const path = `${campaigns}/${made.body.id}`
    return {
      mia,
      path,
      patch: (body, { type = json['content-type'], from, query = '' } = {}) =>
        service.call('PATCH', `${path}${query}`, {
          key,
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'content-type': type, ...(from && { 'if-match': `"rev-${from}"` }) },
        }),
      get: (under = '') => service.call('GET', `${path}${under}`, { key }),
      post: (under, body, headers = {}) =>
        service.call('POST', `${path}${under}`, {
          key,
          body,
          headers,
        }),
    }
  }

  async function listEvents({ workspaceId }: Tenant) {
    const rows = await service.deps.db.system<{ type: string; data: Record<string, unknown> }>`
      select type, data from events where workspace_id = ${workspaceId} and type like 'project%'
      order by id`
    return rows
  }

  async function listEventTypes(tenant: Tenant): Promise<string[]> {
    return (await listEvents(tenant)).map(({ type }) => type)
  }

  return { service, post, get, patch, createProject, listEvents, listEventTypes }
}
