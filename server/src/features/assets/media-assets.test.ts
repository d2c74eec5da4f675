import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { useFolder } from '../../../test/use-folder.ts'
import type { VideoFormat } from '../../engines/media/formats.ts'
import { writeWav } from '../../engines/media/test-wav.ts'
import { keepFile } from './keep-file.ts'
import { removeUnusedAssets } from './remove-unused.ts'

/** Audio and video are inspected like images: their tracks, duration, size and a thumbnail. */
const folder = useFolder()
const service = useService()
const mia = useTenant(service)
let film: Buffer
let turned: Buffer
const tone = writeWav(8000, [Float32Array.from({ length: 4000 }, (_, at) => Math.sin(at / 5))])

beforeAll(async () => {
  const file = (name: string) =>
    readFile(join(import.meta.dirname, '../../engines/media/test-files', name))
  film = await file('silent-film.mp4')
  turned = await file('turned-film.mp4')
  await service.listen()
})

async function uploaded(bytes: Uint8Array, type: string) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'media')
  const made = await fetch(`${service.deps.config.publicUrl}/api/v1/assets/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Api-Key ${mia.key}` },
  })
  const { id } = (await made.json()) as { id: string }
  const read = async () =>
    (await service.call('GET', `/api/v1/assets/${id}`, { key: mia.key })).body
  await expect.poll(async () => (await read()).status).toBeGreaterThan(1)
  return read()
}

test('a video has its size, duration and thumbnail', async () => {
  const asset = await uploaded(turned, 'video/mp4')
  expect(asset).toMatchObject({ status: 4, error: null, thumbnail: expect.any(String) })
  expect(asset.duration_ms).toBeGreaterThan(0)
  expect(asset.height).toBeGreaterThan(asset.width)
  const { status } = await fetch(asset.thumbnail)
  expect(status).toBe(200)
})

test('audio has its duration', async () => {
  expect(await uploaded(tone, 'audio/wav')).toMatchObject({
    ...{ status: 4, duration_ms: 500, thumbnail: null, error: null },
  })
})

test('a truncated video, garbage and a file without the track are failures', async () => {
  const garbage = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.from('garbage')])
  const bad: [Buffer, string][] = [
    [film.subarray(0, film.length / 2), 'video/mp4'],
    [turned.subarray(0, (turned.length * 2) / 3), 'video/mp4'],
    [garbage, 'audio/wav'],
  ]
  for (const [bytes, type] of bad) {
    const asset = await uploaded(bytes, type)
    expect([type, bytes.length, asset.status]).toEqual([type, bytes.length, 2])
    expect(asset.error).toMatch(/damaged|cut off|no content|track/)
    expect(asset.file_url).toBeNull()
  }
})

test('older containers are videos too; the content decides, whatever the type says', async () => {
  const clip = join(folder, 'clip.mp4')
  await writeFile(clip, turned)
  const inFormat = async (format: VideoFormat) => {
    const outputPath = join(folder, `clip.${format}`)
    await service.deps.engines.editVideo({ tool: 'encode', clips: [clip], format, outputPath }, {})
    return readFile(outputPath)
  }
  const types: [VideoFormat, sent: string, found: string][] = [
    ['avi', 'application/x-troff-msvideo', 'video/x-msvideo'],
    ['flv', 'application/octet-stream', 'video/x-flv'],
    ['wmv', 'video/mp4', 'video/x-ms-wmv'],
    ['mpg', 'video/mpeg', 'video/mpeg'],
    ['ts', 'video/vnd.dlna.mpeg-tts', 'video/mp2t'],
  ]
  for (const [format, sent, found] of types) {
    const asset = await uploaded(await inFormat(format), sent)
    expect(asset).toMatchObject({ asset_type: 2, status: 4, content_type: found, error: null })
    expect([asset.width, asset.height, typeof asset.thumbnail]).toEqual([48, 64, 'string'])
  }
  const asImage = await uploaded(turned, 'image/png')
  expect([asImage.status, asImage.error]).toEqual([2, expect.stringContaining('is video/mp4')])
  const asAudio = await uploaded(turned, 'audio/mp4')
  expect([asAudio.status, asAudio.error]).toEqual([2, expect.stringContaining('is video/mp4')])
})

test('a recording in the container of a video is audio', async () => {
  const recording = Buffer.from(turned)
  // Players skip the video track.
  recording.write('free', recording.indexOf('trak'))
  const asset = await uploaded(recording, 'audio/mp4')
  expect(asset).toMatchObject({ asset_type: 8, status: 4, content_type: 'audio/mp4', error: null })
  expect(asset.duration_ms).toBeGreaterThan(1500)
  expect(await uploaded(recording, 'video/mp4')).toMatchObject({ status: 2 })
})

test('content that no record uses is deleted after a day; used content stays', async () => {
  const [used, orphan] = [join(folder, 'used.wav'), join(folder, 'orphan')]
  await uploaded(tone, 'audio/wav')
  await writeFile(used, tone)
  // As a task does whose worker is killed before it can create the asset.
  await writeFile(orphan, 'the result of a killed worker')
  const kept = [await keepFile(service.deps, used), await keepFile(service.deps, orphan)]
  const isStored = async () =>
    Promise.all(kept.map(async ({ key }) => (await service.deps.storage.stat(key)) !== undefined))
  service.advance(23 * 3600)
  await removeUnusedAssets(service.deps)
  expect(await isStored()).toEqual([true, true])
  service.advance(2 * 3600)
  await removeUnusedAssets(service.deps)
  expect(await isStored()).toEqual([true, false])
})
