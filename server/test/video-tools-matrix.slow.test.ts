import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formats, type VideoFormat, videoFormats } from '../src/engines/media/formats.ts'
import { readVideo } from '../src/engines/video/test-video.ts'
import { useFakeEngine } from './fake-engine.ts'
import { filmNames, writeFilms } from './films.ts'
import { expectStatus, useService, useTenant } from './harness.ts'
import { hostileFilms } from './hostile-films.ts'
import { sample, seed } from './soak.ts'
import { downloadFile, waitForTask } from './tool-runs.ts'
import { useFolder } from './use-folder.ts'

/**
 * Every video tool and format with every film, through the service; the results are decoded again.
 * `npm test` runs a few combinations, `npm run soak` all of them.
 */
const folder = useFolder()
const workFolder = join(folder, 'work')
const service = useService()
const mia = useTenant(service)
const server = useFakeEngine()
const { TMPDIR } = process.env
let films: Awaited<ReturnType<typeof writeFilms>>
const { seconds, scale } = sample({ seconds: 1, scale: 0.5 }, { seconds: 3, scale: 2 })

beforeAll(async () => {
  films = await writeFilms(folder, { seconds, scale })
  const film = await readFile(films['with-audio'])
  server.reply = async ({ path }, response) => {
    const name = decodeURIComponent(path.slice(1))
    if (name === 'stalled') return void response.write(film.subarray(0, 2000))
    response.end(
      hostileFilms[name]?.make(film) ?? (await readFile(films[name as (typeof filmNames)[number]])),
    )
  }
  // The temporary folders of this service only.
  await mkdir(workFolder)
  process.env.TMPDIR = workFolder
})
afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

const source = (name: string) => `${server.url}/${encodeURIComponent(name)}`

async function run(tool: string, body: object) {
  const path = `/api/v1/service/video-tools/${tool}`
  const submitted = await expectStatus(202, service.call('POST', path, { key: mia.key, body }))
  return waitForTask(service, mia.key, submitted.task_id)
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const batch of service.deps.storage.list()) keys.push(...batch)
  return keys.sort()
}

/** A soak prints what it found. */
const report = sample<(line: string) => void>(
  () => {},
  (line) => void process.stdout.write(`${line}\n`),
)

/** A few by the seed, or all. */
function some<T>(all: T[], count: number): T[] {
  const picked = fc.shuffledSubarray(all, { minLength: count, maxLength: count })
  return sample(fc.sample(picked, { numRuns: 1, seed })[0] ?? [], all)
}

const tools = ['remove-audio', 'reverse-video', 'speedup-video', 'merge-videos'] as const
type Case = [tool: string, film: (typeof filmNames)[number], format?: VideoFormat]
const everyFilm = <T>(make: (film: (typeof filmNames)[number]) => T) => filmNames.map(make)
const conversions = videoFormats.flatMap((format) =>
  everyFilm((film): Case => ['convert-video-format', film, format]),
)
const edits = tools.flatMap((tool) => everyFilm((film): Case => [tool, film]))

/** FFmpeg's names of the decoders. */
const decoders: Record<string, string[]> = {
  libx264: ['h264'],
  mpeg2video: ['mpeg2video'],
  mpeg4: ['mpeg4'],
  wmv2: ['wmv2'],
  'libvpx-vp9': ['vp9', 'libvpx-vp9'],
  libtheora: ['theora'],
}

function buildBody([tool, film, format]: Case): object {
  if (tool === 'merge-videos') return { video_urls: [source(film), source('silent')] }
  const more = tool === 'speedup-video' ? { playbackrate: 2 } : {}
  return { video_url: source(film), ...more, ...(format && { output_format: format }) }
}

function chooseSeconds([tool]: Case): number {
  if (tool === 'merge-videos') return seconds * 2
  return tool === 'speedup-video' ? seconds / 2 : seconds
}

/** Mean luma of a part of a frame as people see it. */
function brightness(
  { width, height, degrees }: { width: number; height: number; degrees: number },
  luma: Uint8Array,
  [left, top]: [number, number],
): number {
  const at = (x: number, y: number) => {
    const [across, down] = degrees === 90 ? [y, 1 - x] : [x, y]
    return luma[Math.floor(down * height) * width + Math.floor(across * width)] ?? 0
  }
  const spots = [0.04, 0.08, 0.12].flatMap((x) => [0.04, 0.08, 0.12].map((y) => [x, y]))
  return spots.reduce((sum, [x = 0, y = 0]) => sum + at(left + x, top + y), 0) / spots.length
}

describe('results play', () => {
  test.each([...some(conversions, 3), ...some(edits, 2)])('%s %s %s', async (...given) => {
    const [tool, film, format = 'mp4'] = given
    const task = await run(tool, buildBody(given))
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    const [made] = task.result.result
    const path = join(folder, 'result')
    await writeFile(path, await downloadFile(service, made.url))
    const facts = await readVideo(path)
    const { codec, container, degrees, width, height, durationMs, frameMs, sound } = facts
    const expectedSeconds = chooseSeconds(given)
    const isTurned = film === 'turned'
    const row = [tool, film, format, container, codec, sound?.codec ?? '–', `${width}×${height}`]
    const counts = [`${degrees}°`, `${Math.round(durationMs)} ms`, `${frameMs.length} frames`]
    report([...row, ...counts].join(' | '))

    expect(made.content_type).toBe(
      tool === 'remove-audio' ? 'video/mp4' : formats[format].contentType,
    )
    expect(decoders[formats[format].picture.encoder]).toContain(codec)
    const hasAudio = film !== 'silent' && tool !== 'remove-audio'
    expect([made.has_audio, sound !== undefined]).toEqual([hasAudio, hasAudio])
    // Only remove-audio copies frames as they were recorded.
    expect(degrees).toBe(isTurned && tool === 'remove-audio' ? 90 : 0)
    expect([made.width < made.height, width < height]).toEqual([
      isTurned,
      isTurned && degrees === 0,
    ])
    for (const ms of [durationMs, made.duration_ms]) {
      expect(Math.abs(ms / 1000 - expectedSeconds)).toBeLessThan(0.25)
    }
    expect(frameMs.length / (expectedSeconds * 25)).toBeCloseTo(1, 0)
    const [first, last] = [facts.frame(0), facts.frame(frameMs.length - 1)]
    expect(brightness(facts, first, [0, 0])).toBeGreaterThan(200)
    for (const corner of [
      [0.85, 0],
      [0, 0.85],
      [0.85, 0.85],
    ] as [number, number][]) {
      expect(brightness(facts, first, corner)).toBeLessThan(170)
    }
    // The ball darkens the left at the start, and the right at the end.
    const left = (frame: Uint8Array) => brightness(facts, frame, [0.12, 0.47])
    const isReversed = tool === 'reverse-video'
    if (tool !== 'merge-videos') expect(left(last) > left(first)).toBe(!isReversed)
    await rm(path)
    expect(await readdir(workFolder)).toEqual([])
  })
})

test('a cancelled task leaves nothing', async () => {
  const url = '/api/v1/service/video-tools/reverse-video'
  const body = { video_url: source('stalled') }
  const { body: submitted } = await service.call('POST', url, { key: mia.key, body })
  await expect.poll(() => readdir(workFolder)).toHaveLength(1)
  const task = `/api/v1/tasks/${submitted.task_id}`
  expect((await service.call('POST', `${task}/cancel`, { key: mia.key })).status).toBeLessThan(300)
  await expect.poll(() => readdir(workFolder)).toEqual([])
  expect((await service.call('GET', task, { key: mia.key })).body).toMatchObject({
    ...{ status: 'FAILURE', error: 'The task was cancelled.' },
  })
})

describe('broken and hostile files', () => {
  const names = Object.keys(hostileFilms)
  const every = names.flatMap((name) => tools.map((tool): [string, string] => [name, tool]))
  const chosen = sample(
    names.map((name, at): [string, string] => [name, tools[(at + seed) % tools.length] as string]),
    every,
  )

  test.each(chosen)('%s: %s is a clear FAILURE that leaves nothing', async (name, tool) => {
    const before = await storedKeys()
    const task = await run(tool, buildBody([tool, name as 'silent']))
    report(`${name} | ${tool} | ${task.status} | ${task.error}`)
    expect(task.status).toBe('FAILURE')
    const [error] = task.info.errors
    expect(error.field).toMatch(/^video_url/)
    expect(error.code).toBe(hostileFilms[name]?.code)
    expect(await readdir(workFolder)).toEqual([])
    expect(await storedKeys()).toEqual(before)
  })
})
