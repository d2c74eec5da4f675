import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { FakeEngine, sendJson } from '../fake-engine.ts'
import { recordFactory } from '../foreign-records.ts'
import type { Answer, CallOptions, Harness, Tenant } from '../harness.ts'
import { useService, useTenant } from '../harness.ts'
import { samplePng, sampleSize } from '../samples.ts'
import { draw, png } from '../scenes.ts'
import { dataUrl, waitForTask } from '../tool-runs.ts'

const speech = readFileSync(
  join(import.meta.dirname, '../../src/engines/transcription/test-files/speech.ogg'),
)

/** One service for all statements. Whatever several of them need is made once. */
export interface World {
  service: Harness
  mia: Tenant
  stranger: Tenant
  /** Recordings, and an engine that reads prompts. */
  server: FakeEngine
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body: object, options?: CallOptions): Promise<Answer>
  /** The result of `make`, which runs once for each name. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
}

export function useWorld(): World {
  const service = useService({ allowCidrs: ['127.0.0.1/32'] })
  const made = new Map<string, Promise<unknown>>()
  const world: World = {
    service,
    mia: useTenant(service),
    stranger: useTenant(service),
    server: new FakeEngine(),
    get: (path, options) => service.call('GET', path, { key: world.mia.key, ...options }),
    post: (path, body, options) =>
      service.call('POST', path, { key: world.mia.key, body, ...options }),
    once: <T>(name: string, make: () => Promise<T>) => {
      const known = made.get(name) ?? make()
      made.set(name, known)
      return known as Promise<T>
    },
  }
  beforeAll(async () => {
    await world.server.start()
    world.server.reply = ({ path }, response) =>
      path.endsWith('.ogg') ? void response.end(speech) : sendJson(response, 404, {})
    return () => world.server.stop()
  })
  return world
}

export const picture = dataUrl(samplePng)

/** Submits to a tool and waits for the end; the same request runs once. */
export function ran(world: World, tool: string, body: object) {
  return world.once(`${tool} ${JSON.stringify(body)}`, async () => {
    const submitted = await world.post(`/api/v1/tools/${tool}`, body)
    expect([submitted.status, submitted.text]).toEqual([202, expect.stringContaining('task_id')])
    const task = await waitForTask(world.service, world.mia.key, submitted.body.task_id)
    return { submitted, task }
  })
}

/** A mask that adds a strip on the right of the sample. */
export async function stripMask(): Promise<string> {
  const { width, height } = sampleSize
  const mask = draw(width + 64, height, (x) => (x < width ? [0, 0, 0] : [255, 255, 255]))
  return dataUrl(await png(mask))
}

/** Outpainting by an external engine that reads prompts, and the request that reached it. */
export function ranOutside(world: World, more: object = {}) {
  return world.once(`outside ${JSON.stringify(more)}`, async () => {
    const { service, server } = world
    const jo = await service.tenant()
    const green = Buffer.from(await png(draw(96, 64, () => [10, 200, 30]))).toString('base64')
    const own = new FakeEngine()
    await own.start()
    own.reply = (_, response) => sendJson(response, 200, { images: Array(8).fill(green) })
    await service.call('PUT', '/api/v1/engines/outpainting', {
      key: jo.key,
      body: { kind: 'automatic1111', base_url: own.url },
    })
    const scene = dataUrl(await png(draw(64, 64, () => [200, 180, 40])))
    const mask_url = dataUrl(await png(draw(96, 64, (x) => (x < 64 ? [0, 0, 0] : [255, 255, 255]))))
    const { body } = await service.call('POST', '/api/v1/tools/image-outpainting', {
      key: jo.key,
      body: { image_url: scene, mask_url, prompt: 'a green hill', ...more },
    })
    const task = await waitForTask(service, jo.key, body.task_id)
    const [sent] = own.received
    await own.stop()
    expect([server.url, task.status]).toEqual([server.url, 'SUCCESS'])
    return { task, sent: JSON.parse(String(sent?.body)) }
  })
}

export function theirs({ service, stranger }: World) {
  return recordFactory(service, stranger)
}

export function ours({ service, mia }: World) {
  return recordFactory(service, mia)
}
