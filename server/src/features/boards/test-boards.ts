import { expect } from 'vitest'
import type { Answer, Harness, Tenant } from '../../../test/harness.ts'

export type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Sends requests as a tenant; paths are relative to /api/v1 and may have a query. */
export function askerOf(service: Harness, headers: Record<string, string> = {}) {
  return ({ key }: Pick<Tenant, 'key'>, more: Record<string, string> = {}): Ask =>
    (method, path, body) =>
      service.call(method, `/api/v1${path}`, {
        key,
        headers: { ...headers, ...more },
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
