import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { embeddedVoices } from '../src/engines/speech/voices.ts'
import { CutOutResult, ImageToolResult } from '../src/features/image-tools/result-schemas.ts'
import { drawFaces } from './drawn-face.ts'
import { drawText } from './drawn-text.ts'
import { callAs, useService, useTenant } from './harness.ts'
import { draw, png } from './scenes.ts'
import { dataUrl, downloadFile, downloadPixels } from './tool-runs.ts'

/**
 * Each kind of engine runs once, on a small input and without remembered results. Their many cases
 * are in slow tests.
 */
const service = useService({
  engineChild: new URL('../src/engines/engine-child.ts', import.meta.url),
  // Several threads take a fifth more CPU time in all.
  engineThreads: 1,
})
const mia = useTenant(service)
const ask = callAs(service, mia)

/** Seldom, because each reading takes time from the engine. */
const poll = { interval: 250 }

async function readUntil(path: string, field: string, isEnd: RegExp) {
  await expect.poll(async () => String((await ask('GET', path))[field]), poll).toMatch(isEnd)
  return ask('GET', path)
}

/** Runs a task and returns its result. */
async function run(path: string, body: object) {
  const { task_id } = await ask('POST', path, body)
  const task = await readUntil(`/api/v1/tasks/${task_id}`, 'status', /SUCCESS|FAILURE/)
  expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
  return task.result
}

const runTool = (name: string, image: Uint8Array, more: object = {}) =>
  run(`/api/v1/tools/${name}`, { image_url: dataUrl(image), ...more })

/** Waits for work that continues after its task has ended, and returns its record. */
async function waitForRecord(path: string) {
  const record = await readUntil(path, 'job_status', /DONE|FAILED/)
  expect(record.job_status, JSON.stringify(record)).toBe('DONE')
  return record
}

async function uploadFilm(filename: string, content: Buffer) {
  const { signed, asset: id } = await ask('POST', '/api/v1/assets/sign', {
    filename,
    filetype: 'video/mp4',
  })
  const { pathname, search } = new URL(signed)
  const headers = { 'content-type': 'application/octet-stream' }
  const url = pathname + search
  await service.app.inject({ method: 'PUT', url, headers, payload: content })
  await ask('POST', '/api/v1/assets', { id })
  return readUntil(`/api/v1/assets/${id}`, 'status', /[2-9]/)
}

/** A red ball in front of a wall. */
const isInBall = (x: number, y: number) => (x - 32) ** 2 + (y - 32) ** 2 < 20 ** 2
const ball = draw(64, 64, (x, y) => (isInBall(x, y) ? [230, 60, 40] : [120, 170, 200]))

test('background removal keeps the subject and clears the rest', async () => {
  const cutOut = await runTool('remove-background', await png(ball))
  expect(Value.Errors(CutOutResult, cutOut)).toEqual([])
  const { result } = cutOut
  expect(result[0]).toMatchObject({ width: 64, height: 64, content_type: 'image/png' })
  const { data } = await downloadPixels(service, result[0].url)
  const readAlpha = (x: number, y: number) => data[(y * 64 + x) * 4 + 3]
  expect([readAlpha(32, 32), readAlpha(2, 2)]).toEqual([255, 0])
  // Its child makes thumbnails.
  const { thumbnail } = await ask('GET', `/api/v1/assets/${result[0].asset_id}`)
  const { width } = await sharp(await downloadFile(service, thumbnail)).metadata()
  expect(width).toBe(64)
})

test('outpainting keeps the photo and fills the new area', async () => {
  const more = { extend: { right: 16 }, prompt: 'a wall', count: 1, seed: 1 }
  const extended = await runTool('image-outpainting', await png(ball), more)
  expect(Value.Errors(ImageToolResult, extended)).toEqual([])
  const { result, warnings } = extended
  expect(warnings[0]).toContain('had no effect: prompt, guidance_scale.')
  expect(result[0]).toMatchObject({ width: 80, height: 64, seed: 1 })
  const { data, info } = await downloadPixels(service, result[0].url)
  const pixels = Buffer.from(ball.pixels)
  const rows = [0, 31, 63].map((y) => [
    data.subarray(y * 80 * info.channels, (y * 80 + 64) * info.channels),
    pixels.subarray(y * 64 * 3, (y + 1) * 64 * 3),
  ])
  for (const [made, given] of rows) expect(made).toEqual(given)
  const blue = data[(32 * 80 + 76) * info.channels + 2] as number
  expect(Math.abs(blue - 200)).toBeLessThan(40)
})

test('upscaling with the model', async () => {
  const tiny = await png(draw(8, 8, (x) => [x * 30, 90, 120]))
  const { result, engine } = await runTool('upscale', tiny, { factor: 2 })
  expect([result[0].width, result[0].height, engine.name]).toEqual([16, 16, 'esrgan'])
  const { data, info } = await downloadPixels(service, result[0].url)
  const readRed = (x: number) => data[(8 * 16 + x) * info.channels] as number
  expect(readRed(14) - readRed(1)).toBeGreaterThan(120)
})

test('text and faces are found', async () => {
  const row = { text: 'Spring launch', centreX: 100, baseline: 38, sizePx: 28 }
  const text = await drawText({ width: 200, height: 56 }, [row])
  expect(await runTool('read-text', text)).toMatchObject({ text: row.text })
  const face = await drawFaces({ width: 160, height: 160 }, [{ x: 80, y: 80, scale: 0.6 }])
  expect(await runTool('find-faces', face)).toMatchObject({ count: 1 })
})

test('a spoken word is recognised in a transcription', async () => {
  const voice = embeddedVoices.find(({ file }) => file === 'af_heart')?.id
  const body = { text: 'Hello.', format: 'wav' }
  const { result } = await run(`/api/v1/voices/${voice}/translate`, body)
  expect(result[0].content_type).toBe('audio/wav')
  expect(result[0].duration_ms).toBeGreaterThan(300)
  const audio = await downloadFile(service, result[0].url)
  expect(audio.toString('latin1', 0, 4)).toBe('RIFF')

  const transcription = { asset_id: result[0].asset_id, language_code: 'en' }
  const { id } = await ask('POST', '/api/v1/transcription/transcribe', transcription)
  const { text } = await waitForRecord(`/api/v1/transcription/${id}`)
  expect(text).toMatch(/hello/i)
})

describe('films', () => {
  test('a storyboard becomes a video', async () => {
    const scenes = [{ title: 'Hi', duration_ms: 500 }]
    const parameters = { scenes, resolution: '480p', fps: 12 }
    const path = '/api/v1/ai-imageart/ai-generate-video-v2'
    const { id, art_variation_id } = await ask('POST', path, { parameters })
    const { output } = await waitForRecord(`/api/v1/ai/video/${id}/variations/${art_variation_id}`)
    const film = await downloadFile(service, output.file_url)
    expect(film.toString('latin1', 4, 8)).toBe('ftyp')
    const cover = await sharp(await downloadFile(service, output.thumbnail_cover_image)).metadata()
    expect([cover.format, cover.width]).toEqual(['jpeg', 854])
  })

  test('an upload is inspected, and edited by a video tool', async () => {
    const folder = join(import.meta.dirname, '../src/engines/media/test-files')
    const asset = await uploadFilm('film.mp4', await readFile(join(folder, 'turned-film.mp4')))
    expect(asset).toMatchObject({ status: 4, width: 48, height: 64 })
    const path = '/api/v1/service/video-tools/remove-audio'
    const { result } = await run(path, { video_url: asset.id })
    expect(result[0]).toMatchObject({ width: 48, height: 64, has_audio: false })
    expect(result[0].duration_ms).toBe(1000)
  })
})
