import { type Answer, expectStatus, type Harness, type Tenant } from '../../../test/harness.ts'
import type { QuotaName } from '../../lib/quotas.ts'

type Call = (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>

/** A kind of record with a quota: how people create and delete one. */
export interface Counted {
  name: QuotaName
  /** How much one record takes. */
  size?: number
  /** What must exist before, such as a board for tasks. */
  prepare?: (call: Call, service: Harness, tenant: Tenant) => Promise<unknown>
  create: (call: Call, number: number, prepared: never) => Promise<Answer>
  /** Deletes what `create` returned. */
  remove: (call: Call, created: Answer['body'], prepared: never) => Promise<unknown>
}

const defineTrigger = (name: QuotaName, body: object): Counted => ({
  name,
  prepare: async (call) => {
    const definition = { title: 'Echo', steps: [{ id: 'say', type: 'set', value: 1 }] }
    const { body } = await call('POST', '/service/workflows', { definition })
    return `/service/workflows/${body.id}/triggers`
  },
  create: (call, _number, path) => call('POST', path, body),
  remove: (call, { id }, path) => call('DELETE', `${path}/${id}`),
})

const buildForm = (text: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${text}\r\n--b--\r\n`,
})

export const counted: Counted[] = [
  {
    name: 'asset_bytes',
    size: 10,
    create: (call, number) => {
      const { headers, body } = buildForm(String(number).padStart(10, '0'))
      return call('POST', '/assets/upload', body, headers)
    },
    remove: (call, { id }) => call('DELETE', `/assets/${id}`),
  },
  {
    name: 'project_bytes',
    size: 12,
    create: (call) => call('POST', '/projects/campaign', { title: 'P', data: { a: '5678' } }),
    remove: (call, { id }) => call('DELETE', `/projects/campaign/${id}`),
  },
  {
    name: 'boards',
    create: (call, number) => call('POST', '/pm/boards', { title: `Board ${number}` }),
    remove: (call, { id }) => call('DELETE', `/pm/boards/${id}`),
  },
  {
    name: 'board_tasks',
    // Several boards, because tasks of one board wait for each other anyway.
    prepare: (call) =>
      Promise.all(
        ['spring', 'summer', 'autumn'].map(async (slug) => {
          const board = await call('POST', '/pm/boards', { title: slug, slug })
          await expectStatus(201, board)
          return slug
        }),
      ),
    create: (call, number, boards: string[]) =>
      call('POST', '/pm/tasks', { board: boards[number % 3], title: `Task ${number}` }),
    remove: (call, { id }) => call('DELETE', `/pm/tasks/${id}`),
  },
  {
    name: 'api_keys',
    create: (call, number) => call('POST', '/api-keys', { name: `Key ${number}` }),
    remove: (call, { id }) => call('DELETE', `/api-keys/${id}`),
  },
  {
    name: 'webhooks',
    create: (call) =>
      call('POST', '/webhooks/subscriptions', {
        url: 'https://example.com/hook',
        event_types: ['video.*'],
        is_active: false,
      }),
    remove: (call, { id }) => call('DELETE', `/webhooks/subscriptions/${id}`),
  },
  defineTrigger('triggers', { kind: 'webhook' }),
  defineTrigger('schedules', { kind: 'schedule', cron: '0 9 1 1 *' }),
  {
    name: 'members',
    create: async (call, number) => {
      const email = `${number}-${Math.random()}@example.com`
      const invitation = await call('POST', '/workspaces/invitations', { email })
      if (invitation.status !== 201) return invitation
      const answer = await call('POST', '/workspaces/invitations/accept', {
        token: invitation.body.token,
        password: 'correct horse battery',
      })
      const status = answer.status === 200 ? 201 : answer.status
      return { ...answer, status, body: { ...answer.body, email } }
    },
    remove: async (call, { email }) => {
      const { body } = await call('GET', '/workspaces/members?page_size=100')
      const { user_id } = body.results.find((one: { email: string }) => one.email === email)
      return call('DELETE', `/workspaces/members/${user_id}`)
    },
  },
]

/** What differs between tests of a quota: its limit in a workspace, and the calls of its owner. */
export function quotaClient(service: Harness) {
  const setLimit = (workspaceId: number, name: QuotaName, max: number | null) =>
    service.deps.db.system`
      insert into workspace_quotas (workspace_id, name, max, updated_at)
      values (${workspaceId}, ${name}, ${max}, now())
      on conflict (workspace_id, name) do update set max = excluded.max`

  const createCall =
    ({ key }: Pick<Tenant, 'key'>): Call =>
    (method, path, body, headers = {}) =>
      service.call(method, `/api/v1${path}`, { key, body, headers: { ...headers } })

  const readQuota = async (tenant: Pick<Tenant, 'key'>, name: QuotaName) => {
    const { quotas } = await expectStatus(200, createCall(tenant)('GET', '/usage'))
    return quotas.find((one: { name: string }) => one.name === name)
  }

  /** A new workspace in which `free` more records of a kind fit. */
  async function setUp({ name, size = 1, prepare }: Counted, free: number) {
    const mia = await service.tenant()
    const call = createCall(mia)
    const prepared = (await prepare?.(call, service, mia)) as never
    const { used } = await readQuota(mia, name)
    await setLimit(mia.workspaceId, name, used + free * size)
    return { mia, call, prepared }
  }

  return { setLimit, callOf: createCall, readQuota, setUp }
}
