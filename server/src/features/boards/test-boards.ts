import { expect } from 'vitest'
import { type Answer, type Harness, type Tenant, useService } from '../../../test/harness.ts'

export type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

/** An id that belongs to nothing. */
export const uuid = '123e4567-e89b-42d3-a456-426614174000'

/** A service, and how to use its boards. */
export function useBoards() {
  const service = useService()
  const asker = askerOf(service)

  /** A tenant with a board. */
  async function onBoard(): Promise<{ mia: Tenant; ask: Ask; columns: Record<string, string> }> {
    const mia = await service.tenant()
    const ask = asker(mia)
    await makeBoard(ask)
    return { mia, ask, columns: await columnsOf(ask, 'launch') }
  }

  /** A task on a board of another tenant. */
  async function taskOf(stranger: Tenant) {
    const ask = asker(stranger)
    await makeBoard(ask)
    return makeTask(ask, 'launch', { tags: ['theirs'] })
  }

  async function uploaded({ key }: Tenant): Promise<{ asset: string; asset_key: string }> {
    const body = { filename: 'a.png', filetype: 'image/png' }
    const signed = (await service.call('POST', '/api/v1/assets/sign', { key, body })).body
    await service.deps.db.system`update assets set content_key = 'x' where id = ${signed.asset}`
    return signed
  }

  async function makeSpace(mia: Tenant, ...people: Tenant[]): Promise<string> {
    const spaces = '/workspaces/teamspaces'
    const { id } = await must(201, asker(mia)('POST', spaces, { name: 'Space' }))
    for (const { userId } of people) {
      await must(201, asker(mia)('POST', `${spaces}/${id}/members`, { user_id: userId }))
    }
    return String(id)
  }

  return { service, asker, onBoard, taskOf, uploaded, makeSpace }
}

/** Sends requests as a tenant; paths are relative to /api/v1 and may have a query. */
function askerOf(service: Harness) {
  return ({ key }: Pick<Tenant, 'key'>, more: Record<string, string> = {}): Ask =>
    (method, path, body) =>
      service.call(method, `/api/v1${path}`, {
        key,
        headers: more,
        ...(body !== undefined && { body }),
      })
}

/** The body of a response that must have this status. */
export async function must(status: number, asked: Promise<Answer>): Promise<Answer['body']> {
  const answer = await asked
  expect([answer.status, answer.text]).toEqual([status, answer.text])
  return answer.body
}

/** The status and code of a problem, or the path of the invalid field. */
export async function refusal(asked: Promise<Answer>): Promise<[number, string]> {
  const { status, body } = await asked
  return [status, body?.errors?.[0]?.path ?? body?.code]
}

export function makeBoard(ask: Ask, body: object = {}) {
  return must(201, ask('POST', '/pm/boards', { title: 'Launch', ...body }))
}

export function makeTask(ask: Ask, board: string, body: object = {}) {
  return must(201, ask('POST', '/pm/tasks', { board, title: 'A task', ...body }))
}

/** The titles of the tasks that a query finds. */
export async function titles(ask: Ask, query: string): Promise<string[]> {
  const { results } = await must(200, ask('GET', `/pm/tasks?${query}`))
  return results.map(({ title }: { title: string }) => title)
}

/** The column ids of a board by title. */
export async function columnsOf(ask: Ask, board: string): Promise<Record<string, string>> {
  const { statuses } = await must(200, ask('GET', `/pm/boards/${board}?expand=statuses`))
  return Object.fromEntries(statuses.map(({ title, id }: Record<string, string>) => [title, id]))
}

/** All activity entries of a task, oldest first. */
export async function historyOf(ask: Ask, task: string) {
  const { results } = await must(200, ask('GET', `/pm/tasks/${task}/activity?page_size=100`))
  return results.reverse()
}
