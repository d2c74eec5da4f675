import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { release } from '../../scripts/release/config.ts'
import { useServer } from '../../sdk/test/use-server.ts'
import { expectStatus } from '../../server/test/harness.ts'
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
    const { key, token } = await server.service.tenant()
    const text = await readFile(join(root, 'README.md'), 'utf8')
    const snippets = [...text.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code)
    const code = snippets
      .join('\n')
      .replace('http://localhost:4600', server.baseUrl.replace('http://', ''))
      .replace('atl_…', key)
    await writeFile(join(folder, 'readme.py'), code)
    const program = python('readme.py')
    const questions = '/api/v1/questions'
    const open = async () => {
      const { body } = await server.service.call('GET', `${questions}?status=open`, { key })
      return body.results[0]?.id
    }
    await expect.poll(open).toBeDefined()
    const body = { value: 'approved', comment: 'Lovely.' }
    const path = `${questions}/${await open()}/answer`
    await expectStatus(200, server.service.call('POST', path, { token, body }))
    const { stdout } = await program
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
    const { key, token } = await server.service.tenant()
    const env = { ATELIER_URL: server.baseUrl, ATELIER_API_KEY: key, PERSON_TOKEN: token }
    const { stdout } = await python(file, env)
    expect(stdout.trim()).toBe('ok')
  })
})
