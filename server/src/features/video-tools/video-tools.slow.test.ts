import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { samplePng, sampleText } from '../../../test/samples.ts'
import { downloadFile, waitForTask } from '../../../test/tool-runs.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { readVideo } from '../../engines/video/test-video.ts'
import { planInserts } from './plan-inserts.ts'
import { cutIntoScenes, ignoredOptions, planScript } from './plan-script.ts'
import { bestMatch, splitWords } from './words.ts'

const folder = useFolder()
const service = useService()
const mia = useTenant(service)
const eve = useTenant(service)
const base = '/api/v1/service/video-tools'
const files = join(import.meta.dirname, '../../engines/media/test-files')
let silent: string
let turned: string

beforeAll(async () => {
  rememberWork(service.deps.engines)
  silent = await uploaded('silent-film.mp4')
  turned = await uploaded('turned-film.mp4')
})

async function uploaded(name: string, content?: Buffer): Promise<string> {
  const boundary = 'a-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const bytes = content ?? (await readFile(join(files, name)))
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = {
    authorization: `Api-Key ${mia.key}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const url = '/api/v1/assets/upload'
  const answer = await service.app.inject({ method: 'POST', url, headers, payload })
  return answer.json().id
}

const submit = (tool: string, body: object, key = mia.key) =>
  service.call('POST', `${base}/${tool}`, { key, body })

async function run(tool: string, body: object) {
  const answer = await expectStatus(202, submit(tool, body))
  return waitForTask(service, mia.key, answer.task_id)
}

describe('editing', () => {
  test('a converted video is an asset with a thumbnail, its facts and a link', async () => {
    const task = await run('convert-video-format', { video_url: turned, output_format: 'webm' })
    expect(task.status, task.error).toBe('SUCCESS')
    const [made] = task.result.result
    expect(made).toMatchObject({
      ...{ width: 48, height: 64, has_audio: true, content_type: 'video/webm' },
    })
    expect(task.result.url).toBe(made.url)
    expect((await downloadFile(service, made.url)).length).toBe(made.bytes)
    const { body } = await service.call('GET', `/api/v1/assets/${made.asset_id}`, { key: mia.key })
    expect(body).toMatchObject({
      asset_type: 2,
      name: 'converted.webm',
      duration_ms: made.duration_ms,
    })
    expect(body.thumbnail).not.toBeNull()
  })

  test('joined: a source that is not a video is named', async () => {
    const task = await run('merge-videos', { video_urls: [silent, turned], storage: 'transient' })
    expect(task.result.result[0]).toMatchObject({ width: 64, height: 48, has_audio: true })
    const forbidden = 'http://169.254.169.254/clip.mp4'
    const failed = await run('merge-videos', { video_urls: [silent, forbidden] })
    expect([failed.status, failed.info.errors[0].field]).toEqual(['FAILURE', 'video_urls.1'])
  })

  test('400: too few videos, an unknown format, another workspace’s video, a bad rate', async () => {
    const cases: [string, object, string][] = [
      ['merge-videos', { video_urls: [silent] }, 'video_urls'],
      ['convert-video-format', { video_url: silent, output_format: 'gif' }, 'output_format'],
      ['reverse-video', { video_url: 'ftp://example.com/a.mp4' }, 'video_url'],
      ['speedup-video', { video_url: silent, playbackrate: 0.4 }, 'playbackrate'],
      ['add-b-rolls-video', {}, 'media_url'],
      ['add-b-rolls-video', { asset: silent, language_code: 'fr' }, 'language_code'],
    ]
    for (const [tool, body, field] of cases) {
      const answer = await submit(tool, body)
      expect([tool, answer.status, answer.body.errors?.[0].path]).toEqual([tool, 400, field])
    }
    const foreign = await submit('remove-audio', { video_url: silent }, eve.key)
    const unknown = await submit('remove-audio', { video_url: crypto.randomUUID() }, eve.key)
    expect([foreign.status, foreign.body.errors]).toEqual([400, unknown.body.errors])
  })
})

describe('narrated videos', () => {
  let spoken: string

  test('a text becomes a video that can be polled as an export', async () => {
    const payload = { description: sampleText, format: 'youtube-shorts', no_runs: 2 }
    const { body } = await submit('script-to-video', { payload, should_export: true })
    const task = await waitForTask(service, mia.key, body.task_id)
    expect(task.status, task.error).toBe('SUCCESS')
    const [made] = task.result.result
    spoken = made.asset_id
    expect([made.width, made.height, made.has_audio]).toEqual([720, 1280, true])
    expect(task.result).toMatchObject({ export_id: body.task_id, scenes: 1 })
    expect(task.result.warnings[0]).toMatch(/same video/)
    const path = `/api/v1/service/export-lib/${task.result.export_id}`
    const exported = await service.call('GET', path, { key: mia.key })
    expect(exported.body).toMatchObject({ status: 'DONE', error: null })
    expect((await downloadFile(service, exported.body.url)).length).toBe(made.bytes)
    expect((await service.call('GET', path, { key: eve.key })).status).toBe(404)
  })

  test('422 without a text: a language model would have to write it', async () => {
    const answer = await submit('text-to-video', { payload: { title: 'Spring', keywords: 'sale' } })
    expect([answer.status, answer.body.code]).toEqual([422, 'engine_needed'])
    expect(answer.body.detail).toMatch(/payload\.description/)
    await expectStatus(400, submit('script-to-video', { payload: { title: 'Spring' } }))
  })

  test('b-rolls: an image is shown when its name is said', async () => {
    const hold = await uploaded('hold.png', samplePng)
    await expect
      .poll(
        async () =>
          (await service.call('GET', `/api/v1/assets/${hold}`, { key: mia.key })).body.status,
      )
      .toBe(4)
    const task = await run('add-b-rolls-video', { asset: spoken, title: 'A tour' })
    expect(task.status, task.error).toBe('SUCCESS')
    const [insert] = task.result.b_rolls
    expect(task.result.b_rolls).toHaveLength(1)
    expect(insert.asset_id).toBe(hold)
    const [made] = task.result.result
    expect(made).toMatchObject({ width: 720, height: 1280, has_audio: true })
    const path = join(folder, 'with-b-rolls.mp4')
    await writeFile(path, await downloadFile(service, made.url))
    const { frameMs, meanPlanes, samples } = await readVideo(path)
    // The slide is dark; the image of a ball in front of stripes is bright.
    const luma = (ms: number) => meanPlanes[frameMs.findIndex((at) => at >= ms)]?.[0] ?? 0
    expect(luma(insert.start_ms + 200)).toBeGreaterThan(luma(insert.start_ms - 200) + 30)
    expect(luma(1000)).toBeCloseTo(luma(insert.start_ms - 200), -1)
    // "hold" comes in the second sentence, and the voice goes on under the image.
    expect(insert.start_ms).toBeGreaterThan(1500)
    const during = samples.subarray(insert.start_ms * 48, (insert.start_ms + 1000) * 48)
    expect(during.some((value) => Math.abs(value) > 0.05)).toBe(true)
  })

  test('b-rolls: a video without speech is a FAILURE that says so', async () => {
    const failed = await run('add-b-rolls-video', { asset: turned })
    expect([failed.status, failed.info.errors[0].code]).toEqual(['FAILURE', 'no_b_rolls_found'])
    expect(failed.error).toMatch(/No speech/)
  })
})

describe('rules', () => {
  const media = (id: string, name: string) => ({
    ...{ id, kind: 'image' as const, words: new Set(splitWords(name)) },
  })
  const [coffee, berries] = [media('a', 'CoffeeMachines.jpg'), media('b', 'wild-berries_final.png')]

  test('words of names and speech', () => {
    expect([...coffee.words]).toEqual(['coffee', 'machine'])
    expect(bestMatch(splitWords('Fresh berries and coffee'), [coffee, berries])).toBe(coffee)
    const uses = new Map([['a', 1]])
    expect(bestMatch(splitWords('Fresh berries and coffee'), [coffee, berries], uses)).toBe(berries)
    expect(bestMatch(splitWords('nothing here'), [coffee])).toBeUndefined()
  })

  test('inserts start with the word, leave pauses, and end with the video', () => {
    const say = (startMs: number, ...texts: string[]) => ({
      ...{ startMs, endMs: startMs + 400 * texts.length },
      words: texts.map((text, at) => ({ text, startMs: startMs + 400 * at })),
    })
    const spoken = [
      say(0, 'Coffee'),
      say(2000, 'our', 'coffee', 'machine'),
      say(4000, 'and', 'berries'),
      say(8000, 'wild', 'berries'),
      say(9900, 'coffee'),
    ]
    expect(planInserts(spoken, [coffee, berries], 10_000)).toEqual([
      { candidate: coffee, startMs: 2400, endMs: 5400 },
      { candidate: berries, startMs: 8000, endMs: 10_000 },
    ])
  })

  test('a script is cut into scenes between sentences; images match', () => {
    const long = 'This sentence is exactly as long as it is. '.repeat(8)
    const scenes = cutIntoScenes(`One.\n\n${long}\n\n  \n\nLast.`)
    expect([scenes[0], scenes.at(-1), scenes.length]).toEqual(['One.', 'Last.', 4])
    const payload = { title: 'Shop', description: 'Try our coffee.\n\nBye.', keywords: ['berry'] }
    const plan = planScript(payload, [coffee, berries], undefined)
    expect(plan.scenes?.map(({ image_url }) => image_url)).toEqual([undefined, 'a', 'b'])
    expect(ignoredOptions({ tone: 'happy', logo_id: 3 })).toHaveLength(2)
  })
})
