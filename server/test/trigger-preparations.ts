import type { Ask, Replaced } from './example-preparations.ts'

const workflows = '/api/v1/service/workflows'

/** What the examples of triggers refer to. */
export function triggerPreparations(ask: Ask, makeWorkflow: () => Promise<{ id: string }>) {
  const trigger = async (body: object) => {
    const { id } = await makeWorkflow()
    const input = { name: 'autumn' }
    return { id, made: await ask('POST', `${workflows}/${id}/triggers`, { input, ...body }) }
  }
  const prepared = (body: object) => async (): Promise<Replaced> => {
    const { id, made } = await trigger(body)
    return { params: { id, trigger_id: made.id } }
  }
  return {
    [`${workflows}/{id}/triggers/{trigger_id}`]: prepared({ kind: 'schedule', cron: '@daily' }),
    rotateWorkflowTrigger: prepared({ kind: 'webhook' }),
    '/api/v1/hooks/{token}': async (): Promise<Replaced> => {
      const methods = ['POST', 'GET', 'PUT', 'PATCH']
      const { made } = await trigger({ kind: 'webhook', methods })
      return { params: { token: new URL(made.url).pathname.split('/').at(-1) as string } }
    },
  }
}
