import { expectStatus, type Harness, type Tenant } from '../../../../test/harness.ts'
import { until } from '../../../../test/server-client.ts'
import { base, workflowClient } from '../test-workflows.ts'

export const echo = {
  inputs: { type: 'object', properties: { word: { type: 'string' } } },
  steps: [{ id: 'say', type: 'set', value: '${inputs.word}' }],
  output: { word: '${steps.say.output}' },
}

/** Trigger helpers for tests, acting as a tenant. */
export function triggerClient(service: Harness, tenant: Tenant) {
  const flows = workflowClient(service, () => tenant)

  const createTrigger = (id: string, body: object, key = tenant.key) =>
    expectStatus(201, flows.call('POST', `${base}/${id}/triggers`, body, key))

  const listFirings = async (id: string, triggerId: string) =>
    (await flows.call('GET', `${base}/${id}/triggers/${triggerId}/firings`)).body.results

  const waitForFirings = (id: string, triggerId: string, count = 1) =>
    until(`${count} firings`, async () => {
      const found = await listFirings(id, triggerId)
      return found.length >= count && found
    })

  const deliver = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    service.call('POST', new URL(url).pathname, { body, headers })

  return { ...flows, createTrigger, listFirings, waitForFirings, deliver }
}
