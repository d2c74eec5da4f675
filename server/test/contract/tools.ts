import sharp from 'sharp'
import { expect } from 'vitest'
import { samplePng, sampleRadius, sampleSize } from '../samples.ts'
import { downloadPixels, waitForTask } from '../tool-runs.ts'
import { checkTypes, requires, type Section, says } from './statement.ts'
import { picture, ran, ranOutside, stripMask, type World } from './world.ts'

const outpainting = '/api/v1/tools/image-outpainting'
const removal = '/api/v1/tools/remove-background'
const { width, height } = sampleSize

const outpaint = (world: World, changes: object) =>
  world.post(outpainting, { image_url: picture, mask_url: picture, prompt: 'sky', ...changes })
const remove = (world: World, changes: object) =>
  world.post(removal, { image_url: picture, ...changes })

const extended = async (world: World) =>
  ran(world, 'image-outpainting', {
    ...{ image_url: picture, mask_url: await stripMask(), position: { x: 0, y: 0 } },
    ...{ prompt: 'more sky', negative_prompt: 'people', guidance_scale: 9, count: 1, seed: 11 },
  })
const removed = (world: World) => ran(world, 'remove-background', { image_url: picture })
const filled = (world: World) =>
  ran(world, 'remove-background', {
    ...{ image_url: picture, magic_crop: true, background_color: '#0f0' },
    ...{ output_format: 'jpeg', storage: 'transient' },
  })
const downloadResult = async (world: World, task: { info: { result: { url: string }[] } }) =>
  downloadPixels(world.service, task.info.result[0]?.url ?? '')

/** Every optional field, for the engine that reads them. */
const everything = { negative_prompt: 'people', guidance_scale: 11.5, count: 3 }

export const outpaintingSection: Section = {
  title: 'Submit image outpainting',
  statements: [
    says('answers 202 with a `task_id`', async (world) => {
      const { submitted } = await extended(world)
      expect([submitted.status, typeof submitted.body.task_id]).toEqual([202, 'string'])
    }),
    says('the task ends with SUCCESS', async (world) => {
      expect((await extended(world)).task.status).toBe('SUCCESS')
    }),
    says('extends the image beyond its borders', async (world) => {
      const { info } = (await extended(world)).task
      expect([info.result[0].width, info.result[0].height]).toEqual([width + 64, height])
    }),
    says('the mask marks the new area; the rest stays as it was', async (world) => {
      const { data, info } = await downloadResult(world, (await extended(world)).task)
      const source = await sharp(samplePng).raw().toBuffer()
      for (let y = 0; y < height; y += 7) {
        const from = y * info.width * info.channels
        const row = data.subarray(from, from + width * 3)
        expect(row.equals(source.subarray(y * width * 3, (y + 1) * width * 3))).toBe(true)
      }
    }),
    ...requires('outpainting', outpaint, { image_url: 1, mask_url: {}, prompt: 2 }),
    ...checkTypes('outpainting', outpaint, {
      negative_prompt: 3,
      guidance_scale: 'high',
      count: 1.5,
    }),
    // The embedded engine reads no prompts, so an engine that does proves what they do.
    says('`prompt` says what to generate (external engine)', async (world) => {
      expect((await ranOutside(world)).sent.prompt).toBe('a green hill')
    }),
    says('the result says that the prompt was applied (external engine)', async (world) => {
      expect((await ranOutside(world)).task.info.engine.prompt_applied).toBe(true)
    }),
    says('`negative_prompt` says what to avoid (external engine)', async (world) => {
      const { sent } = await ranOutside(world, everything)
      expect(sent.negative_prompt).toBe('people')
    }),
    says('`guidance_scale` reaches the engine (external engine)', async (world) => {
      expect((await ranOutside(world, everything)).sent.cfg_scale).toBe(11.5)
    }),
    says('`guidance_scale` is 7.5 if omitted (external engine)', async (world) => {
      expect((await ranOutside(world)).sent.cfg_scale).toBe(7.5)
    }),
    says(
      'the embedded engine names every field that had no effect',
      async (world) => {
        const [warning] = (await extended(world)).task.info.warnings
        expect(warning).toContain('prompt, negative_prompt, guidance_scale')
      },
      { needsModels: true },
    ),
    says('`count` is the number of variations (external engine)', async (world) => {
      const { sent, task } = await ranOutside(world, everything)
      expect([sent.batch_size, task.info.result.length]).toEqual([3, 3])
    }),
    says('`count` is 4 if omitted (external engine)', async (world) => {
      const { sent, task } = await ranOutside(world)
      expect([sent.batch_size, task.info.result.length]).toEqual([4, 4])
    }),
  ],
}

export const removalSection: Section = {
  title: 'Submit background removal',
  statements: [
    says('answers 202 with a `task_id`', async (world) => {
      const { submitted } = await removed(world)
      expect([submitted.status, typeof submitted.body.task_id]).toEqual([202, 'string'])
    }),
    says('the task ends with SUCCESS', async (world) => {
      expect((await removed(world)).task.status).toBe('SUCCESS')
    }),
    ...requires('removal', remove, { image_url: 7 }),
    ...checkTypes('removal', remove, {
      ...{ magic_crop: 'yes', background_color: 'red', output_format: 'gif' },
    }),
    says('without `magic_crop` the size stays', async (world) => {
      expect((await removed(world)).task.info.result[0]).toMatchObject({ width, height })
    }),
    says('`magic_crop` crops to the subject', async (world) => {
      const [made] = (await filled(world)).task.info.result
      expect(made.width).toBeLessThan(sampleRadius * 2.2)
    }),
    says('without `background_color` the background is transparent', async (world) => {
      const { data, info } = await downloadResult(world, (await removed(world)).task)
      expect([info.channels, data[3]]).toEqual([4, 0])
    }),
    says('`background_color` fills it', async (world) => {
      const { data } = await downloadResult(world, (await filled(world)).task)
      expect(data[1]).toBeGreaterThan(200)
    }),
    says('`output_format` is png if omitted', async (world) => {
      expect((await removed(world)).task.info.result[0].content_type).toBe('image/png')
    }),
    says('`output_format` can be jpeg', async (world) => {
      expect((await filled(world)).task.info.result[0].content_type).toBe('image/jpeg')
    }),
    says('png keeps transparency, jpeg has none', async (world) => {
      const { info } = await downloadResult(world, (await filled(world)).task)
      expect(info.channels).toBe(3)
    }),
  ],
}

export const taskSection: Section = {
  title: 'Poll a task',
  statements: [
    says('returns `status` and `info`', async (world) => {
      const { task_id } = (await removed(world)).task
      const { status, body } = await world.get(`/api/v1/tasks/${task_id}`)
      expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining(['status', 'info'])])
    }),
    says('SUCCESS is terminal, and `info` holds the result', async (world) => {
      const { status, info } = (await removed(world)).task
      expect([status, info.result.length]).toEqual(['SUCCESS', 1])
    }),
    says('FAILURE is terminal, and `info` holds the errors', async (world) => {
      const { task } = await ran(world, 'remove-background', { image_url: 'data:,nothing' })
      expect([task.status, task.info.errors.length]).toEqual(['FAILURE', 1])
    }),
    says('a cancelled task is a FAILURE too', async (world) => {
      const { body } = await world.post('/api/v1/transcription/transcribe', {
        audio_url: 'http://127.0.0.1:1/never.ogg',
      })
      await world.post(`/api/v1/tasks/${body.task_id}/cancel`, {})
      const task = await waitForTask(world.service, world.mia.key, body.task_id)
      expect([task.status, task.info.error.code, task.state]).toEqual([
        ...['FAILURE', 'cancelled', 'REVOKED'],
      ])
    }),
    says('a 202 only means that the request was accepted', async (world) => {
      const { submitted, task } = await ran(world, 'remove-background', {
        image_url: 'data:,nothing',
      })
      expect([submitted.status, task.status]).toEqual([202, 'FAILURE'])
    }),
    says('a client that gives up does not cancel the work', async (world) => {
      const { body } = await remove(world, {})
      await world.get(`/api/v1/tasks/${body.task_id}`)
      expect((await waitForTask(world.service, world.mia.key, body.task_id)).status).toBe('SUCCESS')
    }),
    says('polling every 15 to 20 seconds is enough: nothing expires meanwhile', async (world) => {
      const { task_id } = (await removed(world)).task
      const again = await world.get(`/api/v1/tasks/${task_id}`)
      expect([again.body.status, again.headers['retry-after']]).toEqual(['SUCCESS', undefined])
    }),
  ],
}
