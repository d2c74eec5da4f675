import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { release } from '../../scripts/release/config.ts'
import { useServer } from '../../sdk/test/served.ts'
import { draw, png } from '../../server/test/scenes.ts'
import { useFolder } from '../../server/test/use-folder.ts'

/** The wheel as users get it, with the machine's Python, against a real server. */
const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const hasPython = canRun('import sys; assert sys.version_info >= (3, 11)')

function canRun(code: string): boolean {
  try {
    execFileSync('python3', ['-c', code], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!hasPython)('with python3', () => {
  const server = useServer()
  const folder = useFolder()
  let wheel: string

  beforeAll(async () => {
    const { stdout } = await run('python3', [join(root, 'scripts/build_wheel.py'), folder])
    wheel = join(folder, stdout.trim())
    await writeFile(join(folder, 'photo.jpg'), await png(draw(40, 30, () => [30, 60, 90])))
  })

  /** A wheel without native code can be imported as it is. */
  const python = (file: string, env: Record<string, string> = {}) =>
    run('python3', [file], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PYTHONPATH: wheel, ...env },
    })

  test('the wheel has the name and version of the release', () => {
    const name = release.pythonName.replaceAll('-', '_')
    expect(wheel.split('/').at(-1)).toBe(`${name}-${release.version}-py3-none-any.whl`)
  })

  test('the README works as one program', async () => {
    const { key } = await server.service.tenant()
    const text = await readFile(join(root, 'README.md'), 'utf8')
    const snippets = [...text.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code)
    const code = snippets
      .join('\n')
      .replace('http://localhost:4600', server.baseUrl.replace('http://', ''))
      .replace('atl_…', key)
    await writeFile(join(folder, 'readme.py'), code)
    const { stdout } = await python('readme.py')
    const lines = stdout.split('\n')
    expect(lines).toContain('LAUNCH-1')
    expect(lines).toContain('approved')
    expect(stdout).toContain('404 board_not_found')
    expect(stdout).toMatch(/^\d+ pm_board\.created$/m)
    expect((await readFile(join(folder, 'large.png'))).byteLength).toBeGreaterThan(100)
  })

  test('paging, retries, streams, signatures', async () => {
    const file = join(folder, 'check.py')
    await writeFile(file, await readFile(join(import.meta.dirname, 'check.py')))
    const { key } = await server.service.tenant()
    const { stdout } = await python(file, { ATELIER_URL: server.baseUrl, ATELIER_API_KEY: key })
    expect(stdout.trim()).toBe('ok')
  })
})
