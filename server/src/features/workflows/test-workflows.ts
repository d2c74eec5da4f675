import { expect } from 'vitest'
import type { Harness, Tenant } from '../../../test/harness.ts'
import { until } from '../../../test/talking.ts'

export const base = '/api/v1/service/workflows'

export interface StartedRun {
  id: string
  runId: string
}

/** Workflow helpers for tests, acting as a tenant. */
export function workflowsOf(service: Harness, tenant: () => Tenant) {
  const call = (method: string, path: string, body?: unknown, key = tenant().key) =>
    service.call(method, path, { key, ...(body !== undefined && { body }) })

  async function define(definition: object, more: object = {}): Promise<string> {
    const made = await call('POST', base, {
      definition: { title: 'Try', ...definition },
      ...more,
    })
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }

  async function start(id: string, input: object = {}): Promise<StartedRun> {
    const started = await call('POST', `${base}/${id}/start`, { input })
    expect(started.status, started.text).toBe(200)
    return { id, runId: started.body.run_id }
  }

  const at = ({ id, runId }: StartedRun) => `${base}/${id}/runs/${runId}`
  const status = async (run: StartedRun) => (await call('GET', `${at(run)}/status`)).body

  const ended = (run: StartedRun) =>
    until('the run to end', async () => {
      const now = await status(run)
      return now.end_time > 0 && now
    })

  /** Waits until a step has the given status, and returns the run. */
  const reached = (run: StartedRun, path: string, wanted: string) =>
    until(`${path} to be ${wanted}`, async () => {
      const now = await status(run)
      const step = stepIn(now, path)
      if (now.end_time > 0 && step?.status !== wanted) {
        throw new Error(`the run ended first: ${JSON.stringify(now)}`)
      }
      return step?.status === wanted && now
    })

  const command = (run: StartedRun, verb: string, body?: object, key?: string) =>
    call('POST', `${at(run)}/${verb}`, body, key)

  return { call, define, start, at, status, ended, reached, command }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into what came back
export function stepIn(run: any, path: string) {
  return run.steps.find((step: { path: string }) => step.path === path)
}
