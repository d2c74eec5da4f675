import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { packParts } from '../../scripts/release/pack.ts'
import { useService, useTenant } from '../../server/test/harness.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { version } from './version.ts'

/**
 * The client as users get it: packed, installed in an empty folder, and used. The package with the
 * server is larger than a test should be: "npm run release:dry" tries it.
 */
const run = promisify(execFile)
const service = useService()
const root = join(import.meta.dirname, '../..')
const machine = '/usr/bin/node'
const folder = useFolder()
let baseUrl: string
const mia = useTenant(service)

beforeAll(async () => {
  const [tarball] = await packParts(root, folder, ['client'])
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  const install = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    tarball?.file as string,
  ]
  await run('npm', install, { cwd: project })
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
})

interface ProcessResult {
  code: number
  stdout: string
  stderr: string
}

async function atelier(node: string, ...args: string[]): Promise<ProcessResult> {
  const bin = join(folder, 'project/node_modules/.bin/atelier')
  const env = {
    PATH: process.env.PATH ?? '',
    XDG_CONFIG_HOME: join(folder, 'config'),
    ATELIER_URL: baseUrl,
    ATELIER_API_KEY: mia.key,
  }
  const options = { cwd: join(folder, 'project'), env }
  return run(node, [bin, ...args], options).then(
    (ended) => ({ code: 0, ...ended }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** The machine's own Node, if we support its version. */
function machineNode(): string | undefined {
  try {
    const found = execFileSync(machine, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    return Number(found.slice(1).split('.')[0]) >= 20 ? machine : undefined
  } catch {
    return undefined
  }
}

test('the package contains the client and nothing else', async () => {
  const modules = join(folder, 'project/node_modules')
  expect(await readdir(modules)).toEqual(
    expect.arrayContaining(['@atelier', '@modelcontextprotocol']),
  )
  expect(await readdir(join(modules, '@atelier'))).toEqual(['cli'])
  const files = await readdir(join(modules, '@atelier/cli'), { recursive: true })
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'dist/program/release/main.js']))
  expect(files.filter((file) => /\.ts$|test|^server/.test(file))).toEqual([])
})

describe.each([
  ['the pinned Node', process.execPath],
  ['the Node of this machine', machineNode()],
])('on %s', (_, node = '') => {
  test.skipIf(!node)(
    'prints its version and help, and explains which commands are not available',
    async () => {
      expect(await atelier(node, '--version')).toEqual({
        code: 0,
        stdout: `${version}\n`,
        stderr: '',
      })
      const help = await atelier(node, '--help')
      expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('Exit codes:')])
      for (const args of [['serve'], ['say', 'hi', '--here']]) {
        const ended = await atelier(node, ...args)
        const message = expect.stringContaining('Only the client is installed here')
        expect([args, ended.code, ended.stderr]).toEqual([args, 1, message])
      }
    },
  )

  test.skipIf(!node)('create, list, follow, fail', async () => {
    const slug = `b${process.hrtime.bigint()}`
    const create = ['boards', 'create', '--title', 'Packed', '--slug', slug, '--json']
    const made = await atelier(node, ...create)
    expect([made.code, made.stderr]).toEqual([0, ''])
    const { id } = JSON.parse(made.stdout)
    const added = await atelier(node, 'task', 'add', 'First', '--board', id)
    expect([added.code, added.stderr]).toEqual([0, ''])
    expect((await atelier(node, 'board', id)).stdout).toContain('First')
    expect((await atelier(node, 'tail', '--after', '0', '--limit', '1')).code).toBe(0)
    expect((await atelier(node, 'boards', 'get', 'nowhere')).code).toBe(4)
    const bash = await atelier(node, '__complete', '--', 'board-tasks', 'create', '--priority', 'h')
    expect(bash.stdout).toBe('high\n')
  })
})
