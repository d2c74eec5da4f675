import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { enginePool } from '../engine-process.ts'
import { videoFormats } from '../media/formats.ts'
import { chooseFrameRate } from '../media/frame-rate.ts'
import { readVideo } from '../video/test-video.ts'
import { groupLength } from './frame-store.ts'
import { fitSize, shownSize } from './shown-size.ts'
import type { VideoToolRequest } from './video-tool-request.ts'

const folder = useFolder()
const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 ** 30, idleSeconds: 60 })
afterAll(() => pool.close())

const prepared = (name: string) => join(import.meta.dirname, '../media/test-files', name)
/** 1 s, 64 × 48. */
const silent = prepared('silent-film.mp4')
/** 2 s with a tone; recorded as 64 × 48, to be shown as 48 × 64. */
const turned = prepared('turned-film.mp4')

const out = (name: string) => join(folder, name)
const run = (request: VideoToolRequest, onProgress?: (percent: number) => void) =>
  pool.run('editVideo', request, { timeoutSeconds: 120, onProgress })
const probe = (mediaPath: string) => pool.run('probe', { mediaPath }, { timeoutSeconds: 60 })

describe('conversion', () => {
  test.each(videoFormats)(
    '%s opens again, upright, with audio and its full length',
    async (format) => {
      const outputPath = out(`converted.${format}`)
      await run({ tool: 'encode', clips: [turned], format, outputPath })
      const facts = await probe(outputPath)
      expect(facts).toMatchObject({ width: 48, height: 64, hasAudio: true, hasVideo: true })
      // Old containers count the delay of their codecs, at the 5 frames per second of this clip.
      expect(facts.durationMs).toBeGreaterThan(1900)
      expect(facts.durationMs).toBeLessThan(2450)
    },
  )

  test('colours are the same in formats that do not name their matrix', async () => {
    // Players assume Rec. 601 for a small video; the filter of a second conversion does so too.
    const colours: number[][] = []
    for (const format of ['mp4', 'avi', 'wmv', 'ogv'] as const) {
      const [first, again] = [out(`coloured.${format}`), out(`coloured-${format}.mp4`)]
      await run({ tool: 'encode', clips: [turned], format, outputPath: first })
      await run({ tool: 'encode', clips: [first], format: 'mp4', outputPath: again })
      const [planes = []] = (await readVideo(again)).meanPlanes
      colours.push([...planes])
    }
    const [mp4 = [], ...others] = colours
    for (const planes of others) {
      for (const [at, value] of planes.entries()) {
        expect(Math.abs(value - (mp4[at] ?? 0))).toBeLessThan(2)
      }
    }
  })

  test('a clip without audio stays without', async () => {
    const outputPath = out('silent.webm')
    const percents: number[] = []
    const request = {
      tool: 'encode' as const,
      clips: [silent],
      format: 'webm' as const,
      outputPath,
    }
    expect(await run(request, (percent) => percents.push(percent))).toMatchObject({
      audioCodec: null,
    })
    expect(await probe(outputPath)).toMatchObject({ hasAudio: false, width: 64, height: 48 })
    expect(percents.length).toBeGreaterThan(1)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  })
})

test('joined clips have the size of the first, and audio where one has it', async () => {
  const outputPath = out('joined.mp4')
  await run({ tool: 'encode', clips: [silent, turned], format: 'mp4', outputPath })
  const { width, height, durationMs, sound, samples } = await readVideo(outputPath)
  expect([width, height]).toEqual([64, 48])
  expect(durationMs).toBeCloseTo(3000, -2)
  const rms = (from: number, to: number) =>
    Math.hypot(...samples.slice(from * 48_000, to * 48_000)) / Math.sqrt((to - from) * 48_000)
  expect(sound?.sampleRate).toBe(48_000)
  expect(rms(0.1, 0.9)).toBeLessThan(0.001)
  expect(rms(1.5, 2.5)).toBeGreaterThan(0.05)
})

test('twice the speed is half the length, for frames and audio', async () => {
  const outputPath = out('fast.mp4')
  await run({ tool: 'encode', clips: [turned], format: 'mp4', speed: 2, outputPath })
  const { durationMs, frameMs, sound } = await readVideo(outputPath)
  expect(durationMs).toBeCloseTo(1000, -2)
  expect(frameMs).toHaveLength(5)
  expect((sound?.samples ?? 0) / 48_000).toBeCloseTo(1, 1)
})

test('reversed: the frames come in the opposite order', async () => {
  const forwards = out('forwards.mp4')
  await run({ tool: 'encode', clips: [turned, silent], format: 'mp4', outputPath: forwards })
  const outputPath = out('reversed.mp4')
  await run({ tool: 'reverse', clip: forwards, workPath: out('work'), outputPath })
  const [before, after] = [await readVideo(forwards), await readVideo(outputPath)]
  expect(after.frameMs).toEqual(before.frameMs)
  expect([after.width, after.height]).toEqual([48, 64])
  const luma = (facts: typeof before) => facts.meanPlanes.map(([value]) => Math.round(value))
  expect(new Set(luma(before)).size).toBeGreaterThan(1)
  for (const [at, value] of luma(before).toReversed().entries()) {
    expect(Math.abs(value - (luma(after)[at] ?? 0))).toBeLessThanOrEqual(2)
  }
  expect(Math.abs((after.sound?.samples ?? 0) - (before.sound?.samples ?? 0))).toBeLessThan(2048)
  await expect(access(out('work'))).rejects.toThrow()
})

test('without audio: the frames are copied, and the rotation stays', async () => {
  const outputPath = out('mute.mp4')
  expect(await run({ tool: 'remove-audio', clip: turned, outputPath })).toMatchObject({
    ...{ format: 'mp4', audioCodec: null },
  })
  expect(await probe(outputPath)).toMatchObject({ hasAudio: false, width: 48, height: 64 })
  const [before, after] = [await readVideo(turned), await readVideo(outputPath)]
  expect(after.meanPlanes).toEqual(before.meanPlanes)
})

describe('rejected files leave no result', () => {
  const tools = (clip: string, outputPath: string): VideoToolRequest[] => [
    { tool: 'encode', clips: [clip], format: 'mp4', outputPath },
    { tool: 'remove-audio', clip, outputPath },
    { tool: 'reverse', clip, workPath: out('work'), outputPath },
  ]

  async function refusals(name: string, bytes: Uint8Array): Promise<unknown[]> {
    const clip = out(name)
    await writeFile(clip, bytes)
    const codes = []
    for (const [at, request] of tools(clip, out('rejected.mp4')).entries()) {
      const outputPath = out(`${at}-${name}`)
      const code = await run({ ...request, outputPath }).then(
        () => 'accepted',
        (error) => error.code,
      )
      const exists = await access(outputPath).then(
        () => true,
        () => false,
      )
      expect(exists).toBe(code === 'accepted')
      codes.push(code)
    }
    return codes
  }

  test('text, a cut-off header, audio only', async () => {
    const film = await readFile(turned)
    expect(await refusals('text.mp4', Buffer.from('no video'))).toEqual(Array(3).fill('not_media'))
    expect(await refusals('cut.mp4', film.subarray(0, 200))).toEqual(Array(3).fill('not_media'))
    const song = await readFile(prepared('covered-tone.mp3'))
    expect(await refusals('song.mp4', song)).toEqual(Array(3).fill('no_video'))
  })

  test('frames that claim to last for hours', async () => {
    const film = await readFile(silent)
    // The duration of each frame, in the table of times.
    film.writeUInt32BE(0x0300_0000, film.indexOf('stts') + 16)
    // The part of the track that is shown.
    film.writeUInt32BE(0x7000_0000, film.indexOf('elst') + 12)
    expect(await refusals('hours.mp4', film)).toEqual(Array(3).fill('video_too_long'))
  })

  test('frames of noise instead of video', async () => {
    const film = await readFile(silent)
    const start = film.indexOf('mdat') + 4
    const end = film.indexOf('moov') > start ? film.indexOf('moov') - 4 : film.length
    film.fill(0xa5, start, end)
    // Copying does not decode; the task looks at the first frame of every result.
    expect(await refusals('noise.mp4', film)).toEqual([
      ...['media_damaged', 'accepted', 'media_damaged'],
    ])
  })
})

describe('rules', () => {
  test('frame rates', () => {
    const rate = (num: number, den: number, only = false) => chooseFrameRate({ num, den }, only)
    expect(rate(2997, 100)).toEqual({ num: 30_000, den: 1001 })
    expect(rate(29_870, 1000)).toEqual({ num: 30_000, den: 1001 })
    expect(rate(12, 1)).toEqual({ num: 12_000, den: 1000 })
    expect(rate(12, 1, true)).toEqual({ num: 24_000, den: 1001 })
    expect(rate(240, 1)).toEqual({ num: 60, den: 1 })
    expect(rate(0, 0)).toEqual({ num: 25, den: 1 })
  })

  test('sizes: upright, square pixels, even, and never huge', () => {
    const dvd = { width: 720, height: 576 }
    expect(shownSize(dvd, { num: 16, den: 11 }, 0)).toEqual({ width: 1048, height: 576 })
    expect(shownSize({ width: 1921, height: 1081 }, { num: 0, den: 1 }, 90)).toEqual({
      ...{ width: 1082, height: 1922 },
    })
    const { width, height } = shownSize(dvd, { num: 1_000_000, den: 1 }, 0)
    expect(width * height).toBeLessThan(10_000_000)
    const target = { width: 1280, height: 720 }
    expect(fitSize({ width: 720, height: 1280 }, { ...target, fit: 'pad' })).toEqual({
      ...{ width: 406, height: 720 },
    })
    expect(fitSize({ width: 720, height: 1280 }, { ...target, fit: 'cover' })).toEqual({
      ...{ width: 1280, height: 2276 },
    })
  })

  test('a group of frames fits into memory', () => {
    expect(groupLength({ width: 4096, height: 2304 }) * 4096 * 2304 * 1.5).toBeLessThan(1e8)
    expect(groupLength({ width: 64, height: 48 })).toBe(60)
  })
})
