import { truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { enginePool } from '../engine-process.ts'
import { openAudio } from './decode-audio.ts'
import { probe } from './probe.ts'
import { writeWav } from './test-wav.ts'

const folder = useFolder()

const prepared = (name: string) => join(import.meta.dirname, 'test-files', name)
const silentFilm = prepared('silent-film.mp4')
const turnedFilm = prepared('turned-film.mp4')
const coveredTone = prepared('covered-tone.mp3')
const speech = join(import.meta.dirname, '../transcription/test-files/speech.ogg')

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

function wav(name: string, sampleRate: number, channels: Float32Array[]): string {
  return write(name, writeWav(sampleRate, channels))
}

function decode(path: string) {
  const audio = openAudio(path)
  const blocks = [...audio.blocks()]
  audio.close()
  const last = blocks.at(-1)
  const samples = new Float32Array((last?.startSample ?? 0) + (last?.samples.length ?? 0))
  for (const block of blocks) samples.set(block.samples, block.startSample)
  return { samples, damaged: audio.damagedPackets }
}

function tone(seconds: number, sampleRate: number, frequency = 440): Float32Array {
  const step = (2 * Math.PI * frequency) / sampleRate
  return Float32Array.from({ length: seconds * sampleRate }, (_, at) => 0.5 * Math.sin(at * step))
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
}

describe('decoding', () => {
  test('16 kHz mono comes out as it is', () => {
    const given = tone(2, 16_000)
    const { samples } = decode(wav('plain.wav', 16_000, [given]))
    expect(samples.length).toBe(given.length)
    expect(samples).toEqual(given)
  })

  test.each([8_000, 22_050, 44_100, 48_000])('%i Hz is brought to 16, nothing lost', (rate) => {
    const { samples } = decode(wav(`${rate}.wav`, rate, [tone(2, rate)]))
    expect(Math.abs(samples.length - 32_000)).toBeLessThanOrEqual(2)
    const expected = tone(2, 16_000)
    const inside = samples.slice(500, 31_500)
    expect(rms(inside.map((value, at) => value - (expected[at + 500] ?? 0)))).toBeLessThan(0.01)
  })

  test('channels are mixed', () => {
    const left = tone(1, 16_000)
    const { samples } = decode(wav('two.wav', 16_000, [left, left.map((value) => -value)]))
    expect(rms(samples)).toBeLessThan(1e-4)
    expect(rms(decode(wav('six.wav', 16_000, Array(6).fill(left))).samples)).toBeGreaterThan(0.2)
  })

  test.each([coveredTone, turnedFilm])('a tone in %s keeps its duration', (path) => {
    const { samples, damaged } = decode(path)
    expect(samples.length / 16_000).toBeCloseTo(2, 1)
    expect(rms(samples.slice(8_000, 24_000))).toBeGreaterThan(0.05)
    expect(damaged).toBe(0)
  })

  test('invalid and too loud samples are clamped', () => {
    const wild = Float32Array.of(Number.NaN, 1e9, -1e9, Number.POSITIVE_INFINITY, 0.25)
    const { samples } = decode(wav('wild.wav', 16_000, [wild]))
    expect([...samples]).toEqual([0, 1, -1, 1, 0.25])
  })

  test('audio is read lazily', () => {
    const path = wav('long-read.wav', 16_000, [tone(120, 16_000)])
    const audio = openAudio(path)
    const blocks = audio.blocks()
    blocks.next()
    // Data that was read ahead would still come out after the file is truncated.
    truncateSync(path, 44)
    const rest = [...blocks].reduce((sum, { samples }) => sum + samples.length, 0)
    audio.close()
    expect(rest).toBeLessThan(20 * 16_000)
  })
})

describe('probing', () => {
  test.each([
    [speech, { container: 'ogg', durationMs: 21_741, hasAudio: true, hasVideo: false }],
    [coveredTone, { container: 'mp3', durationMs: 2_000, hasAudio: true, hasVideo: false }],
    [silentFilm, { hasAudio: false, hasVideo: true, durationMs: 1_000, width: 64, height: 48 }],
    [turnedFilm, { hasAudio: true, hasVideo: true, durationMs: 2_000, width: 48, height: 64 }],
  ])('%s', (path, facts) => {
    expect(probe(path)).toMatchObject(facts)
    expect('width' in probe(path)).toBe(facts.hasVideo)
  })
})

describe('rejected files', () => {
  test('no_audio', () => {
    expect(() => openAudio(silentFilm)).toThrow(expect.objectContaining({ code: 'no_audio' }))
  })

  test.each([
    ['nothing', ''],
    ['text', 'The quick brown fox\n'.repeat(500)],
    ['a web page', '<!doctype html><title>x</title>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['subtitles', '1\n00:00:01,000 --> 00:00:02,000\nHello\n'],
    ['a header without anything behind it', 'RIFF\0\0\0\0WAVE'],
  ])('not_media: %s', (name, content) => {
    const path = write(`${name}.mp4`, content)
    for (const open of [probe, openAudio]) {
      expect(() => open(path)).toThrow(expect.objectContaining({ code: 'not_media' }))
    }
  })
})

describe('a file cannot make us open another file', () => {
  test('playlists, scripts and descriptions are not followed', async () => {
    let visits = 0
    const server = createServer((_, response) => {
      visits++
      response.end(writeWav(16_000, [tone(1, 16_000)]))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const local = wav('secret.wav', 16_000, [tone(1, 16_000)])
    const targets = [`http://127.0.0.1:${port}/a.ts`, local, 'secret.wav', `file:${local}`]
    targets.push(`data:audio/wav;base64,${writeWav(16_000, [tone(1, 16_000)]).toString('base64')}`)
    // Runs in a separate process so the server here can respond.
    const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 ** 31, idleSeconds: 60 })
    for (const content of targets.flatMap(traps)) {
      // The name must not matter: people upload any content under any name.
      for (const name of ['trap.m3u8', 'trap.mp4']) {
        const probing = pool.run(
          'probe',
          { mediaPath: write(name, content) },
          { timeoutSeconds: 60 },
        )
        await expect(probing, content).rejects.toMatchObject({ code: 'not_media' })
      }
    }
    await pool.close()
    server.close()
    expect(visits).toBe(0)
  })
})

function traps(target: string): string[] {
  const list = (version: string) => `#EXTM3U\n${version}#EXT-X-TARGETDURATION:9\n`
  return [
    `${list('')}#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    `${list('#EXT-X-VERSION:7\n')}#EXT-X-MAP:URI="${target}"\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\n${target}\n`,
    `ffconcat version 1.0\nfile '${target}'\n`,
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-main:2011" mediaPresentationDuration="PT9S"><Period><AdaptationSet contentType="audio"><Representation id="a" bandwidth="9" mimeType="audio/mp4"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n`,
  ]
}
