import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import type { AudioFormat, AudioSettings } from './audio-writer.ts'
import { openWavWriter } from './wav-writer.ts'

const folder = useFolder()

/** Starts with a large part. The total is not a multiple of any encoder's frame size. */
const lengths = [70_001, 0, 7, 1234]
const total = 71_242

/** RMS of a sine with amplitude 1.4, clipped at 1. */
const clippedRms = 0.82

interface AudioFacts {
  sampleRate: number
  samples: number
  rms: number
}

/**
 * FFmpeg aborts the process if its thread is terminated, and tests run in threads. So this needs
 * its own process. One is enough for all formats.
 */
async function runScript<T>(script: string): Promise<T> {
  const args = ['--input-type=module-typescript', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  return JSON.parse(stdout)
}

const writeImport = (name: string, file: string) =>
  `import { ${name} } from ${JSON.stringify(join(import.meta.dirname, file))}`

const tonePath = (format: AudioFormat) => join(folder, `tone.${format}`)

/** Writes each format and reads it back. */
function writeTones(formats: AudioFormat[]): Promise<AudioFacts[]> {
  const files = formats.map((format) => ({ format, path: tonePath(format) }))
  return runScript(`
    import { Decoder, Demuxer } from 'node-av/api'
    ${writeImport('openAudioWriter', 'audio-writer.ts')}
    const tone = (at) => 1.4 * Math.sin((at * 2 * Math.PI * 440) / 24000)
    const results = []
    for (const { format, path } of ${JSON.stringify(files)}) {
      const abandoned = await openAudioWriter(path + '.half', { format, sampleRate: 24000 })
      await abandoned.write(new Float32Array(5000))
      await abandoned.abandon()
      const writer = await openAudioWriter(path, { format, sampleRate: 24000 })
      let at = 0
      for (const length of ${JSON.stringify(lengths)}) {
        await writer.write(Float32Array.from({ length }, () => tone(at++)))
      }
      await writer.finish()
      const demuxer = await Demuxer.open(path)
      const stream = demuxer.audio()
      const decoder = await Decoder.create(stream)
      const heard = { sampleRate: 0, samples: 0, rms: 0 }
      for await (const frame of decoder.frames(demuxer.packets(stream.index))) {
        if (!frame) continue
        const { buffer, byteOffset } = Buffer.from(frame.data[0])
        heard.sampleRate = frame.sampleRate
        heard.samples += frame.nbSamples
        for (const value of new Float32Array(buffer.slice(byteOffset), 0, frame.nbSamples)) heard.rms += value ** 2
      }
      heard.rms = Math.sqrt(heard.rms / heard.samples)
      results.push(heard)
    }
    console.log(JSON.stringify(results))
  `)
}

test('wav: every sample, and none wraps around', async () => {
  const path = join(folder, 'own.wav')
  const writer = await openWavWriter(path, 24_000)
  await writer.write(Float32Array.of(0, 0.5, -0.5))
  await writer.write(Float32Array.of(2, -2))
  await writer.finish()
  const bytes = await readFile(path)
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect([20, 22, 32, 34].map((at) => bytes.readUInt16LE(at))).toEqual([1, 1, 2, 16])
  expect(bytes.readUInt32LE(24)).toBe(24_000)
  expect(bytes.readUInt32LE(40)).toBe(10)
  const samples = [0, 1, 2, 3, 4].map((at) => bytes.readInt16LE(44 + at * 2))
  expect(samples).toEqual([0, 16_384, -16_383, 32_767, -32_767])
})

describe('compressed files', () => {
  const formats: AudioFormat[] = ['opus', 'mp3']
  let facts: AudioFacts[]

  beforeAll(async () => {
    facts = await writeTones(formats)
  })

  async function readTone(format: AudioFormat): Promise<{ bytes: Buffer; heard: AudioFacts }> {
    const heard = facts[formats.indexOf(format)] as AudioFacts
    return { bytes: await readFile(tonePath(format)), heard }
  }

  test('opus: Ogg, with every sample', async () => {
    const { bytes, heard } = await readTone('opus')
    expect(bytes.toString('latin1', 0, 4)).toBe('OggS')
    const preSkip = bytes.readUInt16LE(bytes.indexOf('OpusHead') + 10)
    // Always counted at 48 kHz, whatever the input rate.
    const end = Number(bytes.readBigUInt64LE(bytes.lastIndexOf('OggS') + 6))
    expect(end - preSkip).toBe(total * 2)
    expect(heard).toMatchObject({ sampleRate: 48_000, samples: total * 2 })
    expect(heard.rms).toBeCloseTo(clippedRms, 1)
    expect(bytes.length).toBeLessThan(30_000)
  })

  test('mp3: every sample, and a header that tells players how many', async () => {
    const { bytes, heard } = await readTone('mp3')
    expect(bytes.toString('latin1', 0, 600)).toMatch(/Xing|Info/)
    expect(heard).toMatchObject({ sampleRate: 24_000, samples: total })
    expect(heard.rms).toBeCloseTo(clippedRms, 1)
    expect(bytes.length).toBeLessThan(30_000)
  })
})

const streams: AudioSettings[] = [
  { format: 'wav', sampleRate: 24_000 },
  { format: 'mp3', sampleRate: 24_000 },
  { format: 'opus', sampleRate: 24_000 },
  { format: 'aac', sampleRate: 24_000 },
  { format: 'flac', sampleRate: 24_000 },
  { format: 'mp3', sampleRate: 44_100, sourceRate: 24_000, bitRate: 128_000 },
]

interface StreamFacts {
  share: number
  isSame: boolean
  seconds: number
}

/** For each, the file in the middle and at the end, and what FFmpeg reads from the streamed bytes. */
function writeStreams(): Promise<StreamFacts[]> {
  return runScript(`
    import { readFile, writeFile } from 'node:fs/promises'
    ${writeImport('openAudioWriter', 'audio-writer.ts')}
    ${writeImport('openAudio', 'decode-audio.ts')}
    const results = []
    for (const [index, settings] of ${JSON.stringify(streams)}.entries()) {
      const path = ${JSON.stringify(join(folder, 'streamed-'))} + index
      const writer = await openAudioWriter(path, { ...settings, streamed: true })
      const tone = Float32Array.from({ length: 36001 }, (_, at) => Math.sin(at / 9))
      await writer.write(tone)
      await writer.flush()
      const half = await readFile(path)
      await writer.write(tone)
      await writer.finish()
      const whole = await readFile(path)
      await writeFile(path + '.heard', Buffer.concat([half, whole.subarray(half.length)]))
      const audio = openAudio(path + '.heard', { rate: 24000, channels: 1 })
      let samples = 0
      for (const block of audio.blocks()) samples += block.samples.length
      const isSame = half.subarray(64).equals(whole.subarray(64, half.length))
      results.push({ share: half.length / whole.length, isSame, seconds: samples / 24000 })
    }
    console.log(JSON.stringify(results))
  `)
}

describe('a growing file', () => {
  let facts: StreamFacts[]

  beforeAll(async () => {
    facts = await writeStreams()
  })

  test.each(streams.map((settings, index) => [settings, index] as const))(
    '%o: can be played, and only its header changes',
    (_settings, index) => {
      const { share, isSame, seconds } = facts[index] as StreamFacts
      expect(isSame).toBe(true)
      expect(share).toBeGreaterThan(0.35)
      expect(share).toBeLessThan(0.6)
      expect(Math.abs(seconds - 72_002 / 24_000)).toBeLessThan(0.1)
    },
  )
})
