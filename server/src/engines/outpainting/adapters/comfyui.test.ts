import { expect, test } from 'vitest'
import { openExternalConnect } from '../../external/socket.ts'
import { generate } from '../../image-generation/generate.ts'
import { fillSlots, findSlots } from './comfyui-template.ts'
import { createEngine } from './create-engine.ts'
import { context, createRequest, expectResult, red } from './test-adapters.ts'
import { useComfyServer } from './test-comfyui.ts'

const server = useComfyServer()
const workflow = {
  3: {
    class_type: 'KSampler',
    inputs: { seed: '{{seed}}', cfg: '{{guidance_scale}}', model: ['4', 0] },
  },
  6: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } },
  8: { class_type: 'LoadImage', inputs: { image: '{{image}}' } },
  10: { class_type: 'LoadImageMask', inputs: { image: '{{mask}}', channel: 'red' } },
}
const config = () => ({
  kind: 'comfyui' as const,
  baseUrl: server.url,
  workflow,
  pollSeconds: 0.01,
})
const connect = openExternalConnect(['127.0.0.0/8'])

test('uploads, fills the slots, follows the steps and downloads the results, not the previews', async () => {
  server.fate = { images: [await red] }
  const stages: string[] = []
  const onProgress = (_: number, stage: string) => void stages.push(stage)
  // Each poll reports a step.
  server.needsSocket = true
  const job = await createRequest({ count: 2, seed: 7 })
  const outcome = await createEngine({ ...config(), pollSeconds: 0.2 }).outpaint(job, {
    ...context,
    connect,
    onProgress,
  })
  expect(server.uploads.size).toBe(2)
  // Without a slot for the count, the workflow runs once per image, each with its own seed.
  const [first, second] = server.prompts.map(({ prompt }) => prompt as typeof workflow)
  expect(first?.[3].inputs).toEqual({ seed: 7, cfg: 7.5, model: ['4', 0] })
  expect(second?.[3].inputs.seed).toBe(8)
  expect(first?.[6].inputs.text).toBe('a green hill')
  const [image, mask] = [...server.uploads.keys()].map((name) => `from-atelier/${name}`)
  expect([first?.[8].inputs.image, first?.[10].inputs.image]).toEqual([image, mask])
  expect(outcome.results.map(({ seed }) => seed)).toEqual([7, 8])
  await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
  expect(stages.some((stage) => /^step \d of 4$/.test(stage))).toBe(true)
  expect(outcome.warnings).toEqual([])
})

test('a socket to a private address is not opened unless the operator allows it', async () => {
  expect(await openExternalConnect([])(new URL(server.url))).toBeUndefined()
})

test('a cancelled job leaves the queue and is interrupted', async () => {
  server.fate = 'waits'
  const cancel = new AbortController()
  const running = createEngine(config()).outpaint(await createRequest(), {
    ...context,
    signal: cancel.signal,
  })
  await expect.poll(() => server.polls).toBeGreaterThan(0)
  cancel.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  expect(server.deleted).toEqual([{ delete: ['job-1'] }])
  expect(server.interrupted).toEqual([{ prompt_id: 'job-1' }])
})

test('a failed node, a refused workflow and a workflow without an image are explained', async () => {
  const run = async () => createEngine(config()).outpaint(await createRequest(), context)
  server.fate = { error: 'CUDA out of memory' }
  await expect(run()).rejects.toMatchObject({
    code: 'engine_failed',
    message: 'The workflow failed: KSampler: CUDA out of memory',
  })
  server.fate = { images: [] }
  server.refusal = { error: { message: 'Prompt has no outputs' }, node_errors: {} }
  await expect(run()).rejects.toMatchObject({
    message: 'The engine rejected the request: Prompt has no outputs',
  })
})

test('images from a prompt; a slot that the request cannot fill is an error', async () => {
  server.fate = { images: [await red, await red] }
  const request = { prompt: 'a mug', count: 2, size: { width: 512, height: 512 } }
  const nodes = {
    1: { inputs: { text: '{{prompt}}', batch_size: '{{count}}', width: '{{width}}' } },
  }
  const { made } = await generate({ ...config(), workflow: nodes }, request, [], context)
  expect(made).toHaveLength(2)
  expect(server.prompts).toEqual([
    expect.objectContaining({
      prompt: { 1: { inputs: { text: 'a mug', batch_size: 2, width: 512 } } },
    }),
  ])
  await expect(generate(config(), request, [], context)).rejects.toMatchObject({
    code: 'engine_workflow_unusable',
    message: expect.stringContaining('{{image}}'),
  })
})

test('slots are whole values; text around them stays', () => {
  const template = { a: '{{ prompt }}', b: 'the {{prompt}}', c: ['{{seed}}'] }
  expect([...findSlots(template)]).toEqual(['prompt', 'seed'])
  expect(fillSlots(template, { prompt: 'x', seed: 1 })).toEqual({
    a: 'x',
    b: 'the {{prompt}}',
    c: [1],
  })
  expect(() => fillSlots('{{colour}}', {})).toThrow('unknown slot')
})
