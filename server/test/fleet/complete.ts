import { expect } from 'vitest'
import type { ServerProcess } from '../processes.ts'
import { request, until } from '../server-client.ts'
import type { Fleet } from './fleet.ts'
import { type Load, listNames, waitForSuccess } from './load.ts'

/** Every acknowledged write exists once, and every task and event has arrived. */
export async function expectComplete(fleet: Pick<Fleet, 'api'>, load: Load): Promise<void> {
  const server = fleet.api[0] as ServerProcess
  expect(load.unexpected).toEqual([])
  for (const [kind, acknowledged] of Object.entries(load.acknowledged)) {
    const names = await listNames(server, kind as keyof Load['acknowledged'])
    expect(names.length, `${kind}: one of each`).toBe(new Set(names).size)
    const lost = [...acknowledged].filter((name) => !names.includes(name))
    expect(lost, kind).toEqual([])
  }
  for (const id of load.tasks) await waitForSuccess(server, id)
  const wanted = await createdEvents(server)
  const missing = () => wanted.filter((seq) => !load.receiver.seqs.has(seq))
  const all = async () => missing().length === 0
  await until('every webhook', all, 300_000).catch(async () => {
    const { results } = await request(server, 'GET', '/api/v1/webhooks/deliveries?status=queued')
    expect(results, `Events that did not arrive: ${missing()}`).toEqual([])
  })
}

async function createdEvents(server: ServerProcess): Promise<number[]> {
  const seqs: number[] = []
  for (let after = 0; ; ) {
    const page = await request(server, 'GET', `/api/v1/events?after=${after}&limit=1000`)
    if (page.results.length === 0) return seqs
    const wanted = ['teamspace.created', 'pm_task.created']
    for (const { seq, type } of page.results) if (wanted.includes(type)) seqs.push(seq)
    after = page.last_seq
  }
}
