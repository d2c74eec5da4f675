import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../server/test/harness.ts'
import { rememberingEnv, testModels } from '../../../server/test/models.ts'
import { rememberWork } from '../../../server/test/remember-work.ts'
import { sampleText } from '../../../server/test/samples.ts'
import { useAtelier } from '../test-atelier.ts'

const service = useService()
const atelier = useAtelier()
const env = rememberingEnv
let server: string[]

beforeAll(async () => {
  // The command would download them too, but doesn't know the registry of the person who tests.
  for (const model of ['kokoro', 'moonshine', 'silero'] as const) await testModels.pull(model)
  const { key } = await service.tenant()
  server = ['--url', await service.listen(), '--key', key]
})

test('voices lists local voices and those of a server', async () => {
  const here = await atelier.runInProcess(['voices', '--language', 'fr'])
  expect([here.code, here.stdout]).toEqual([0, expect.stringContaining('Siwis')])
  const there = await atelier.runInProcess(['voices', '--json', ...server])
  expect(JSON.parse(there.stdout)).toHaveLength(54)
})

describe('say and transcribe', () => {
  test('speaks text locally and transcribes it to subtitles', async () => {
    const said = await atelier.run(['say', sampleText, '-o', 'mug.wav', '--json'], { env })
    expect([said.code, said.stderr]).toEqual([0, ''])
    expect(JSON.parse(said.stdout).duration_ms).toBeGreaterThan(1500)
    const heard = await atelier.run(['transcribe', 'mug.wav', '-o', 'mug.srt'], { env })
    expect([heard.code, heard.stderr]).toEqual([0, ''])
    const srt = await readFile(join(atelier.folder, 'mug.srt'), 'utf8')
    expect(srt).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/)
    expect(srt.toLowerCase().replaceAll(/\s+/g, ' ')).toContain('autumn mug is here')
  })

  test('does the same on a server', async () => {
    rememberWork(service.deps.engines)
    const sound = join(atelier.folder, 'mug.mp3')
    const said = await atelier.runInProcess(['say', sampleText, '-o', sound, ...server])
    expect([said.code, said.stderr]).toEqual([0, ''])
    const heard = await atelier.runInProcess(['transcribe', sound, ...server])
    expect([heard.code, heard.stderr]).toEqual([0, ''])
    expect(heard.stdout.toLowerCase()).toContain('autumn mug')
  })
})

test.each([
  [['say'], 2, 'either a text or --file'],
  [['say', 'hi', '-o', 'x.flac'], 2, '.mp3'],
  [['say', 'hi', '--speed', '9'], 2, '0.5 to 2'],
  [['say', 'hi', '--voice', 'Nobody'], 1, 'atelier voices'],
  [['transcribe', 'nothing.mp3'], 1, 'There is no file'],
  [['transcribe', 'text.mp3'], 3, 'MP3'],
  [['transcribe', 'text.mp3', '--language', 'de'], 1, 'English only'],
  [['transcribe', 'text.mp3', '-o', 'a.docx'], 2, '.srt'],
])('%j exits with %i', async (args, code, message) => {
  const noSound = join(atelier.folder, 'text.mp3')
  await writeFile(noSound, 'this is no sound')
  const ended = await atelier.runInProcess(
    args.map((arg) => (arg === 'text.mp3' ? noSound : arg)),
    { env },
  )
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)])
})
