import { type Answer, expectStatus, type Tenant, useService } from '../../../test/harness.ts'

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** An id that belongs to nothing. */
export const missingId = '123e4567-e89b-42d3-a456-426614174000'

/** A service, and how to use its boards. */
export function useBoards() {
  const service = useService()

  /** Sends requests as a tenant; paths are relative to /api/v1 and may have a query. */
  function boardClient({ key }: Pick<Tenant, 'key'>, headers = {}): Call {
    return (method, path, body) => service.call(method, `/api/v1${path}`, { key, headers, body })
  }

  /** A tenant with a board. */
  async function setUpBoard() {
    const mia = await service.tenant()
    const call = boardClient(mia)
    await createBoard(call)
    return { mia, call, columns: await readColumns(call, 'launch') }
  }

  /** A task on a board of another tenant. */
  async function createForeignTask(stranger: Tenant) {
    const call = boardClient(stranger)
    await createBoard(call)
    return createTask(call, 'launch', { tags: ['theirs'] })
  }

  async function uploadAsset({ key }: Tenant): Promise<{ asset: string; asset_key: string }> {
    const body = { filename: 'a.png', filetype: 'image/png' }
    const signed = (await service.call('POST', '/api/v1/assets/sign', { key, body })).body
    await service.deps.db.system`update assets set content_key = 'x' where id = ${signed.asset}`
    return signed
  }

  async function createTeamspace(mia: Tenant, ...people: Tenant[]): Promise<string> {
    const spaces = '/workspaces/teamspaces'
    const { id } = await expectStatus(201, boardClient(mia)('POST', spaces, { name: 'Space' }))
    for (const { userId } of people) {
      const body = { user_id: userId }
      await expectStatus(201, boardClient(mia)('POST', `${spaces}/${id}/members`, body))
    }
    return String(id)
  }

  return { service, boardClient, setUpBoard, createForeignTask, uploadAsset, createTeamspace }
}

export function createBoard(call: Call, body: object = {}) {
  return expectStatus(201, call('POST', '/pm/boards', { title: 'Launch', ...body }))
}

export function createTask(call: Call, board: string, body: object = {}) {
  return expectStatus(201, call('POST', '/pm/tasks', { board, title: 'A task', ...body }))
}

/** The titles of the tasks that a query finds. */
export async function listTitles(call: Call, query: string): Promise<string[]> {
  const { results } = await expectStatus(200, call('GET', `/pm/tasks?${query}`))
  return results.map(({ title }: { title: string }) => title)
}

/** The column ids of a board by title. */
export async function readColumns(call: Call, board: string): Promise<Record<string, string>> {
  const { statuses } = await expectStatus(200, call('GET', `/pm/boards/${board}?expand=statuses`))
  return Object.fromEntries(statuses.map(({ title, id }: Record<string, string>) => [title, id]))
}

/** All activity entries of a task, oldest first. */
export async function listActivity(call: Call, task: string) {
  const path = `/pm/tasks/${task}/activity?page_size=100`
  const { results } = await expectStatus(200, call('GET', path))
  return results.reverse()
}
