import { openBrowserSession } from '../../../test/browser-session.ts'
import { expectStatus, type Harness, type Tenant } from '../../../test/harness.ts'
import { until } from '../../../test/server-client.ts'

export const base = '/api/v1/service/workflows'

export interface StartedRun {
  id: string
  runId: string
}

/** Workflow helpers for tests, acting as a tenant. */
export function workflowClient(service: Harness, tenant: () => Tenant) {
  const call = (method: string, path: string, body?: unknown, key = tenant().key) =>
    service.call(method, path, { key, body })

  async function define(definition: object, more: object = {}): Promise<string> {
    const body = { definition: { title: 'Try', ...definition }, ...more }
    return (await expectStatus(201, call('POST', base, body))).id
  }

  async function start(id: string, input: object = {}): Promise<StartedRun> {
    const { run_id } = await expectStatus(200, call('POST', `${base}/${id}/start`, { input }))
    return { id, runId: run_id }
  }

  const runPath = ({ id, runId }: StartedRun) => `${base}/${id}/runs/${runId}`
  const readStatus = async (run: StartedRun) => (await call('GET', `${runPath(run)}/status`)).body

  const waitForEnd = (run: StartedRun) =>
    until('the run to end', async () => {
      const now = await readStatus(run)
      return now.end_time > 0 && now
    })

  /** Waits until a step has the given status, and returns the run. */
  const waitForStep = (run: StartedRun, path: string, wanted: string) =>
    until(`${path} to be ${wanted}`, async () => {
      const now = await readStatus(run)
      const step = findStep(now, path)
      if (now.end_time > 0 && step?.status !== wanted) {
        throw new Error(`the run ended first: ${JSON.stringify(now)}`)
      }
      return step?.status === wanted && now
    })

  const command = (run: StartedRun, verb: string, body?: object, key?: string) =>
    call('POST', `${runPath(run)}/${verb}`, body, key)

  /** A person signs in and posts: a key cannot approve. */
  const postSignedIn = async (path: string, body: object, person: Tenant) =>
    service.call('POST', path, { ...(await openBrowserSession(service, person)), body })
  const approve = (run: StartedRun, body: object, person = tenant()) =>
    postSignedIn(`${runPath(run)}/approve`, body, person)
  const answer = (question: string, value: unknown, person = tenant()) =>
    postSignedIn(`/api/v1/questions/${question}/answer`, { value }, person)

  return {
    approve,
    answer,
    call,
    define,
    start,
    runPath,
    readStatus,
    waitForEnd,
    waitForStep,
    command,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into what came back
export function findStep(run: any, path: string) {
  return run.steps.find((step: { path: string }) => step.path === path)
}
