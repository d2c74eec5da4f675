import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { enginePool } from '../engine-process.ts'
import { openWavWriter } from '../media/wav-writer.ts'
import { computeBlue, computeLuma, computeRed } from './planes.ts'
import { centreX, findSounds, readVideo, runAlone, size, textPixels } from './test-video.ts'
import type { VideoRequest, VideoResult, VideoScene } from './video-request.ts'

const fps = 25
const folder = useFolder()
const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 ** 30, idleSeconds: 60 })
afterAll(() => pool.close())

function buildRequest(
  name: string,
  scenes: VideoScene[],
  other: Partial<VideoRequest> = {},
): VideoRequest {
  return {
    ...{ scenes, ...size, fps, captions: true, background: '#304060' },
    outputPath: join(folder, `${name}.mp4`),
    thumbnailPath: join(folder, `${name}.jpg`),
    ...other,
  }
}

const stages: string[] = []
const make = (request: VideoRequest): Promise<VideoResult> =>
  pool.run('renderVideo', request, {
    timeoutSeconds: 120,
    onProgress: (percent, stage) => stages.push(`${percent} ${stage}`),
  })

const readAgain = (name: string) => readVideo(join(folder, `${name}.mp4`))

async function drawSvg(name: string, svg: string): Promise<string> {
  const path = join(folder, name)
  await sharp(Buffer.from(svg)).png().toFile(path)
  return path
}

const plain = (name: string, colour: string, [width, height] = [400, 300]) =>
  drawSvg(
    name,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
  )

/** Silence, then a tone at full volume. */
async function toneAfter(name: string, silenceMs: number, toneMs: number): Promise<string> {
  const tone = (at: number) => Math.sin((at * 2 * Math.PI * 440) / 24_000)
  const path = join(folder, name)
  const writer = await openWavWriter(path, 24_000)
  await writer.write(new Float32Array(silenceMs * 24))
  await writer.write(Float32Array.from({ length: toneMs * 24 }, (_, at) => tone(at)))
  await writer.finish()
  return path
}

describe('three scenes', () => {
  let result: VideoResult
  let video: Awaited<ReturnType<typeof readAgain>>
  const tailMs = 600
  // 300 ms of silence and 700 ms of tone, so the scene takes 1600 ms.
  const firstMs = 1_000 + tailMs
  const secondMs = 1_200
  const totalMs = firstMs + secondMs + 520 + tailMs

  beforeAll(async () => {
    const sentences = [{ text: 'Here are some words, and then more.', startMs: 300, endMs: 1_000 }]
    const narrationPath = await toneAfter('one.wav', 300, 700)
    result = await make(
      buildRequest('three', [
        { imagePath: await plain('red.png', '#a02020'), narrationPath, sentences },
        { imagePath: await plain('green.png', '#208040', [200, 500]), durationMs: secondMs },
        { title: 'The end', narrationPath: await toneAfter('two.wav', 0, 520) },
      ]),
    )
    video = await readAgain('three')
  })

  test('is H.264 and AAC in MP4, of the size, length and colours that were asked for', () => {
    expect(result).toEqual({
      durationMs: totalMs,
      ...{ ...size, contentType: 'video/mp4', codec: 'h264', hasAudio: true, warnings: [] },
    })
    expect(video).toMatchObject({
      ...size,
      codec: 'h264',
      sound: { codec: 'aac', sampleRate: 48_000 },
    })
    // yuv420p, Rec. 709 and limited range.
    expect([video.pixelFormat, ...video.colours]).toEqual([0, 1, 1, 1, 1])
    expect(Math.abs(video.durationMs - totalMs)).toBeLessThan(1000 / fps)
    expect(video.frameMs).toEqual(Array.from({ length: (totalMs / 1000) * fps }, (_, i) => i * 40))
    expect(video.keyframeMs).toEqual([0, 2_000])
    expect(video.samples.length / 48).toBe(totalMs)
  })

  test('has its index in front of its data', () => {
    const index = video.bytes.indexOf('moov')
    expect(index).toBeGreaterThan(0)
    expect(index).toBeLessThan(video.bytes.indexOf('mdat'))
  })

  test('speaks when it should, never above -1 dB, and is silent otherwise', () => {
    const expected = [
      [300, 1_000],
      [firstMs + secondMs, firstMs + secondMs + 520],
    ]
    const sounds = findSounds(video.samples)
    expect(sounds).toHaveLength(2)
    for (const [i, [from, to]] of sounds.entries()) {
      expect(Math.abs(from - (expected[i]?.[0] ?? 0))).toBeLessThan(10)
      expect(Math.abs(to - (expected[i]?.[1] ?? 0))).toBeLessThan(10)
    }
    const peak = video.samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(peak).toBeLessThan(10 ** (-1 / 20))
    expect(peak).toBeGreaterThan(0.6)
  })

  test('each scene shows its picture, and they fade into each other', () => {
    const planes = (r: number, g: number, b: number) => [
      computeLuma(r, g, b),
      computeBlue(r, g, b),
      computeRed(r, g, b),
    ]
    const at = (ms: number) => video.meanPlanes[ms / 40] ?? [0, 0, 0]
    const red = planes(0xa0, 0x20, 0x20)
    const green = planes(0x20, 0x80, 0x40)
    const expectNear = (got: number[], want: number[], within: number) => {
      for (const [i, value] of got.entries())
        expect(Math.abs(value - (want[i] ?? 0))).toBeLessThan(within)
    }
    expectNear(at(1_160), red, 2)
    expectNear(at(firstMs), green, 2)
    expectNear(at(firstMs + 600), green, 2)
    expectNear(
      at(1_400),
      red.map((value, i) => (value + (green[i] ?? 0)) / 2),
      4,
    )
    // The last scene has no image, only a colour.
    expectNear(at(totalMs - 40), planes(0x30, 0x40, 0x60), 12)
  })

  test('captions stand below while they are spoken, and only then', () => {
    const without = [0, 280, 1_000, 1_160, 2_000]
    const withText = [320, 600, 960]
    for (const ms of without) expect(textPixels(video.frame(ms / 40))).toBe(0)
    for (const ms of withText) expect(textPixels(video.frame(ms / 40))).toBeGreaterThan(80)
  })

  test('a title stands large in the middle of a scene without a picture', () => {
    const frame = video.frame(totalMs / 40 - 1)
    const middle = frame.subarray(frame.length / 3, (frame.length * 2) / 3)
    expect(middle.filter((value) => value > 200).length).toBeGreaterThan(150)
  })

  test('the thumbnail is the first picture without its caption', async () => {
    const { data, info } = await sharp(join(folder, 'three.jpg'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject(size)
    expect(data.filter((value) => value > 180)).toHaveLength(0)
  })

  test('reports progress', () => {
    const told = stages.filter((stage) => stage.includes(' rendering scene '))
    expect(new Set(told).size).toBe(told.length)
    expect(new Set(told.map((stage) => stage.replace(/^\d+ /, '')))).toEqual(
      new Set([1, 2, 3].map((n) => `rendering scene ${n} of 3`)),
    )
    const percents = told.map((stage) => Number.parseInt(stage, 10))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  })
})

test('the picture moves one way, in parts of a pixel, without a jerk', async () => {
  const disc = await drawSvg(
    'disc.png',
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="562"><rect width="100%" height="100%" fill="#222"/><circle cx="300" cy="400" r="60" fill="#ddd"/></svg>',
  )
  await make(buildRequest('disc', [{ imagePath: disc, durationMs: 3_000 }], { captions: false }))
  const video = await readAgain('disc')
  const xs = video.frameMs.map((_, i) => centreX(video.frame(i)))
  const steps = xs.slice(1).map((x, i) => x - (xs[i] ?? 0))
  expect(Math.abs((xs.at(-1) ?? 0) - (xs[0] ?? 0))).toBeGreaterThan(3)
  const way = Math.sign((xs.at(-1) ?? 0) - (xs[0] ?? 0))
  for (const step of steps) expect(step * way).toBeGreaterThan(-0.03)
  const jerks = steps.slice(1).map((step, i) => Math.abs(step - (steps[i] ?? 0)))
  expect(Math.max(...jerks)).toBeLessThan(0.15)
  // The camera starts and stops gently.
  const measureSpeed = (i: number) => Math.abs((xs[i + 5] ?? 0) - (xs[i] ?? 0)) / 5
  expect(measureSpeed(35)).toBeGreaterThan(3 * measureSpeed(0))
  expect(measureSpeed(35)).toBeGreaterThan(3 * measureSpeed(xs.length - 6))
})

test('without narration there is no audio; missing glyphs are reported', async () => {
  const result = await make(buildRequest('silent', [{ title: 'Hi 日本', durationMs: 500 }]))
  expect(result).toMatchObject({ hasAudio: false, durationMs: 520 })
  expect(result.warnings).toEqual([expect.stringContaining('日 本')])
  const video = await readAgain('silent')
  expect(video.sound).toBeUndefined()
  expect(video.frameMs).toHaveLength(13)
})

describe('an invalid request is rejected, naming the field', () => {
  const scene = { durationMs: 500 }
  const cases: [string, string, () => Promise<VideoRequest>][] = [
    ['no scene', 'scenes', async () => buildRequest('bad', [])],
    ['too many', 'scenes', async () => buildRequest('bad', Array(51).fill(scene))],
    ['too long', 'scenes', async () => buildRequest('bad', Array(16).fill({ durationMs: 60_000 }))],
    ['odd width', 'width', async () => buildRequest('bad', [scene], { width: 321 })],
    ['too high', 'height', async () => buildRequest('bad', [scene], { height: 1_922 })],
    ['too slow', 'fps', async () => buildRequest('bad', [scene], { fps: 11 })],
    [
      'not a colour',
      'background',
      async () => buildRequest('bad', [scene], { background: 'red"/>' }),
    ],
    [
      'too short',
      'scenes.1.durationMs',
      async () => buildRequest('bad', [scene, { durationMs: 100 }]),
    ],
    [
      'a damaged picture',
      'scenes.2.image',
      async () => {
        const whole = await readFile(await plain('whole.png', '#123456'))
        const imagePath = join(folder, 'cut.png')
        await writeFile(imagePath, whole.subarray(0, whole.length / 2))
        return buildRequest('bad', [scene, scene, { imagePath }])
      },
    ],
    [
      'no picture at all',
      'scenes.0.image',
      async () => buildRequest('bad', [{ imagePath: join(import.meta.dirname, 'run.ts') }]),
    ],
    [
      'no narration',
      'scenes.0.narration',
      async () => buildRequest('bad', [{ narrationPath: join(import.meta.dirname, 'run.ts') }]),
    ],
  ]
  for (const [name, field, bad] of cases) {
    test(name, async () => {
      stages.length = 0
      await expect(make(await bad())).rejects.toMatchObject({ name: 'EngineError', field })
      // The last scene is also checked before the first is rendered.
      expect(stages.filter((stage) => stage.includes('rendering'))).toEqual([])
      await expect(stat(join(folder, 'bad.mp4'))).rejects.toThrow('ENOENT')
    })
  }
})

test('a video that fails halfway leaves no file and does not crash', async () => {
  const request = buildRequest('half', [{ durationMs: 2_000 }])
  expect((await runAlone(request, 'videoEncodings', 50)).result).toBe('Error: stopped')
  await expect(stat(request.outputPath)).rejects.toThrow('ENOENT')
})

test('memory use does not grow with the length', async () => {
  const imagePath = await plain('long.png', '#806040')
  const narrationPath = await toneAfter('long.wav', 0, 16_000)
  const { megabytes } = await runAlone(buildRequest('long', [{ imagePath, narrationPath }]))
  // From 40% to the end there are 240 frames, 20 MB if they were kept.
  expect((megabytes[99] ?? 0) - (megabytes[40] ?? 0)).toBeLessThan(12)
})

test('without an encoder for H.264 it is VP9, and says so', async () => {
  const request = buildRequest('vp9', [
    { imagePath: await plain('vp9.png', '#806040'), durationMs: 1_000 },
  ])
  const { result } = await runAlone(
    request,
    'videoEncodings.filter(({ codec }) => codec !== "h264")',
  )
  expect(result).toMatchObject({ codec: 'vp9', warnings: [expect.stringContaining('H.264')] })
  expect(await readAgain('vp9')).toMatchObject({ codec: expect.stringContaining('vp9'), ...size })
})
