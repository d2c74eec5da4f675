import type { Call, Replacements } from './example-preparations.ts'

const workflows = '/api/v1/service/workflows'

/** What the examples of triggers refer to. */
export function triggerPreparations(call: Call, createWorkflow: () => Promise<{ id: string }>) {
  const trigger = async (body: object) => {
    const { id } = await createWorkflow()
    const input = { name: 'autumn' }
    return { id, made: await call('POST', `${workflows}/${id}/triggers`, { input, ...body }) }
  }
  const prepared = (body: object) => async (): Promise<Replacements> => {
    const { id, made } = await trigger(body)
    return { params: { id, trigger_id: made.id } }
  }
  return {
    [`${workflows}/{id}/triggers/{trigger_id}`]: prepared({ kind: 'schedule', cron: '@daily' }),
    rotateWorkflowTrigger: prepared({ kind: 'webhook' }),
    '/api/v1/hooks/{token}': async (): Promise<Replacements> => {
      const methods = ['POST', 'GET', 'PUT', 'PATCH']
      const { made } = await trigger({ kind: 'webhook', methods })
      return { params: { token: new URL(made.url).pathname.split('/').at(-1) as string } }
    },
  }
}
