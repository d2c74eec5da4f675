import { expect } from 'vitest'
import type { Harness, Tenant } from '../../../../test/harness.ts'
import { until } from '../../../../test/talking.ts'
import { base, workflowsOf } from '../test-workflows.ts'

export const echo = {
  inputs: { type: 'object', properties: { word: { type: 'string' } } },
  steps: [{ id: 'say', type: 'set', value: '${inputs.word}' }],
  output: { word: '${steps.say.output}' },
}

/** Trigger helpers for tests, acting as a tenant. */
export function triggersOf(service: Harness, tenant: Tenant) {
  const flows = workflowsOf(service, () => tenant)

  async function trigger(id: string, body: object, key = tenant.key) {
    const made = await flows.call('POST', `${base}/${id}/triggers`, body, key)
    expect(made.status, made.text).toBe(201)
    return made.body
  }

  const firings = async (id: string, triggerId: string) =>
    (await flows.call('GET', `${base}/${id}/triggers/${triggerId}/firings`)).body.results

  const fired = (id: string, triggerId: string, count = 1) =>
    until(`${count} firings`, async () => {
      const found = await firings(id, triggerId)
      return found.length >= count && found
    })

  const deliver = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    service.call('POST', new URL(url).pathname, { body, headers })

  return { ...flows, trigger, firings, fired, deliver }
}
