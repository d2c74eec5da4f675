import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { detectImageType } from '@atelier/server/engines/image-type.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../server/test/harness.ts'
import { rememberingEnv, testModels } from '../../../server/test/models.ts'
import { samplePng, sampleRadius } from '../../../server/test/samples.ts'
import { readPixels } from '../../../server/test/scenes.ts'
import { bin, useAtelier } from '../test-atelier.ts'
import { readSides } from './outpaint.ts'

const service = useService()
const atelier = useAtelier()
const env = rememberingEnv
const photo = join(atelier.folder, 'photo.png')

const mia = useTenant(service)
let server: string[]

beforeAll(async () => {
  // The command would download them too, but doesn't know the registry of the person who tests.
  for (const model of ['isnet', 'u2netp', 'migan'] as const) await testModels.pull(model)
  await writeFile(photo, samplePng)
  server = ['--url', await service.listen(), '--key', mia.key]
})

describe('remove-background', () => {
  test('runs in this process, without a server', async () => {
    const args = ['remove-background', photo, '--crop', '-o', 'cut/out.png', '--json']
    const ended = await atelier.run(args, { env })
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    const { images, engine } = JSON.parse(ended.stdout)
    expect(engine).toBe('isnet')
    const made = await readPixels(await readFile(join(atelier.folder, 'cut/out.png')))
    expect([made.width, made.height]).toEqual([images[0].width, images[0].height])
    expect(Math.abs(made.width - 2 * sampleRadius)).toBeLessThan(8)
    expect(made.channels).toBe(4)
    // A command in a folder of photos leaves no data folder behind.
    expect(existsSync(join(atelier.folder, 'data'))).toBe(false)
  })

  test.each([
    [['nothing.png'], 1, 'There is no image at nothing.png'],
    [[photo, '--format', 'gif'], 2, '--format'],
    [[photo, '--url', 'http://127.0.0.1:1', '--key', 'k'], 8, 'does not answer'],
    [[photo, '--url', 'http://127.0.0.1:1'], 5, 'ATELIER_API_KEY'],
  ])('%j exits with %i', async (args, code, message) => {
    const ended = await atelier.runInProcess(['remove-background', ...args], { env })
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)])
  })

  test('rejects a file that is not an image, locally and on a server', async () => {
    const path = join(atelier.folder, 'no-picture.png')
    await writeFile(path, 'hello')
    const here = await atelier.runInProcess(['remove-background', path], { env })
    expect([here.code, here.stderr]).toEqual([3, expect.stringContaining('AVIF')])
    const there = await atelier.runInProcess(['remove-background', path, ...server], { env })
    expect([there.code, there.stderr]).toEqual([9, expect.stringContaining('AVIF')])
  })
})

describe('outpaint', () => {
  /** As in `image-tools.test.ts`, so that the model runs for one of them. */
  const extend = ['--extend', 'right=25%', '--seed', '11']

  test('from standard input to standard output', async () => {
    const args = ['outpaint', '-', ...extend, '-o', '-', ...server]
    const child = execFile(process.execPath, [bin, ...args], { encoding: 'buffer' })
    child.stdin?.end(await readFile(photo))
    const bytes = await buffer(child.stdout as Readable)
    const { width, height } = await readPixels(bytes)
    expect([width, height]).toEqual([320, 192])
  })

  test('on a server: creates the requested number of files and keeps the original pixels', async () => {
    const folder = join(atelier.folder, 'wide')
    const args = ['outpaint', photo, ...extend, '--count', '2', '-o', folder]
    const ended = await atelier.runInProcess([...args, ...server])
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringContaining('does not read prompts'),
    ])
    expect(ended.stdout).toContain('320 × 192')
    const source = await readPixels(await readFile(photo))
    for (const name of ['photo-outpainted-1.png', 'photo-outpainted-2.png']) {
      const bytes = await readFile(join(folder, name))
      expect(detectImageType(bytes)).toBe('png')
      const made = await readPixels(bytes)
      expect([...made.pixels.subarray(0, 256 * 3)]).toEqual([...source.pixels.subarray(0, 256 * 3)])
    }
  })

  test.each([
    [['--extend', '10%', '--aspect-ratio', '16:9'], 2, 'Give exactly one of'],
    [[], 2, 'Give exactly one of'],
    [['--extend', 'up=3'], 2, 'left=200'],
    [['--extend', '10%', '--count', '9'], 2, 'from 1 to 8'],
  ])('%j exits with %i', async (args, code, message) => {
    const ended = await atelier.runInProcess(['outpaint', photo, ...args], { env })
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)])
  })
})

test('the server rejects a wrong key', async () => {
  const wrong = ['--url', service.deps.config.publicUrl, '--key', 'atl_wrong.key']
  const ended = await atelier.runInProcess(['outpaint', photo, '--extend', '10%', ...wrong])
  expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining('credential')])
})

test.each([
  ['25%', { left: 100, right: 100, top: 50, bottom: 50 }],
  ['30', { left: 30, right: 30, top: 30, bottom: 30 }],
  ['left=10px', { left: 10, right: 0, top: 0, bottom: 0 }],
  ['left=200, bottom=12.5%', { left: 200, right: 0, top: 0, bottom: 25 }],
])('--extend %s of 400 × 200', (text, sides) => {
  expect(readSides(text, { width: 400, height: 200 })).toEqual(sides)
})
