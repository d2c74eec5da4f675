import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useFolder } from '../../test/use-folder.ts'
import { keyModels } from './background/test-scenes.ts'

const folder = useFolder()
const run = promisify(execFile)

// Its telemetry would leave a cache and the machine's id in the home folder, and a log beside them.
test('a model runs without a trace of telemetry', async () => {
  const { isnet } = await keyModels(folder)
  const home = join(folder, 'home')
  await mkdir(home)
  const program = `
    const { InferenceSession } = await import(${JSON.stringify(new URL('./onnxruntime.ts', import.meta.url).href)})
    const session = await InferenceSession.create(${JSON.stringify(isnet)})
    console.log(session.inputNames.length)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { HOME: home, TMPDIR: home, XDG_CACHE_HOME: home },
  })
  expect(stdout).toBe('1\n')
  expect(await readdir(home, { recursive: true })).toEqual([])
})
