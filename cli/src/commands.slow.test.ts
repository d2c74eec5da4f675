import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useService } from '../../server/test/harness.ts'
import { sameSignalMs } from './serve.ts'
import { bin, type RunningProcess, useAtelier } from './test-atelier.ts'
import { version } from './version.ts'

const service = useService()
const atelier = useAtelier()
const olderNode = findOlderNode()

/** A Node on the PATH that npm didn't install and that can't run TypeScript. */
function findOlderNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const folder of folders.filter((path) => path && !path.includes('node_modules'))) {
    try {
      const node = join(folder, 'node')
      const found = execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
      if (Number(found.slice(1).split('.')[0]) < 24) return node
    } catch {
      // none in this folder
    }
  }
  return undefined
}

function serve(node?: string): RunningProcess {
  const env = { DATABASE_URL: service.databaseUrl, PORT: '0', ATELIER_LOG_LEVEL: 'info' }
  return atelier.launch(['serve', '--json'], { env, ...(node && { node }) })
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('help', () => {
  const commands: [string, string[]][] = [
    ['', ['serve', 'keys', 'doctor', 'outpaint', 'login', 'card', 'job', 'Exit codes:', '130']],
    ['serve', ['--demo', '--json', '--stop-with-parent']],
    ['migrate', ['--json']],
    ['upgrade', ['--check', '--json']],
    ['keys', ['create', 'list', 'revoke']],
    ['keys create', ['--scopes', '--expires', '--workspace', '--user', '--json']],
    ['keys list', ['--workspace', '--user', '--json']],
    ['keys revoke', ['<key>', '--json']],
    ['doctor', ['changes nothing', '--json']],
    ['backup', ['create', 'list', 'verify', 'prune']],
    ['backup prune', ['--keep', '--dir', '--json']],
    ['restore', ['--into', '--at', '--dir', '--json']],
    ['copy-database', ['<target>', '--json']],
    ['voices', ['--language', 'generate-audio']],
    ['webhooks', ['listen', 'create-subscription']],
    ['card', ['add', 'move', 'list', 'attach-asset']],
    ['boards create', ['--title', 'boards:write', "atelier boards create --title 'Autumn launch'"]],
  ]

  it('lists the arguments of each command', async () => {
    const answers = commands.map(async ([command, words], at) => {
      const path = command.split(' ').filter(Boolean)
      // One process shows that the output and the exit code arrive outside.
      const run = at === 0 ? atelier.run : atelier.runInProcess
      const { code, stdout, stderr } = await run([...path, '--help'])
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
      expect(stdout).toContain(`Usage: ${['atelier', ...path].join(' ')}`)
      for (const word of words) expect(stdout, command).toContain(word)
    })
    await Promise.all(answers)
  })

  it('is hinted at after a usage error, in three lines', async () => {
    const mistakes: [string[], string, string][] = [
      [['serv'], '(Did you mean serve?)', 'Help: atelier --help'],
      [['keys', 'burn'], "unknown command 'burn'", 'Help: atelier keys --help'],
      [['keys', 'revoke'], "missing required argument 'key'", 'Help: atelier keys revoke --help'],
      [['migrate', '--fast'], "unknown option '--fast'", 'Help: atelier migrate --help'],
      [[], 'Everyday:', 'Usage: atelier [options]'],
    ]
    const answers = mistakes.map(async ([args, message, usage], at) => {
      const run = at === 0 ? atelier.run : atelier.runInProcess
      const { code, stdout, stderr } = await run(args)
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).toContain(usage)
      if (args.length > 0) expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
    })
    await Promise.all(answers)
  })
})

describe('serve --json', () => {
  it('prints the URL and the first key, and stops on a signal', async () => {
    const { child, ended, firstLine } = serve()
    const ready = JSON.parse(await firstLine)
    expect(ready).toMatchObject({ version, pid: child.pid })
    const headers = { authorization: `Api-Key ${ready.first_start.key}` }
    const answer = await fetch(`${ready.address}/api/v1/workspaces/current`, { headers })
    expect(answer.status).toBe(200)
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  it('waits for a request in flight, but not after a second Ctrl-C', async () => {
    const { child, ended, firstLine } = serve()
    const { port } = new URL(JSON.parse(await firstLine).address)
    const half = connect(Number(port), 'localhost')
    half.on('error', () => {}) // it is cut at the end
    half.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n')
    half.write('Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n{')
    await once(half, 'data') // the server has started the request
    // A signal that the launcher forwards arrives twice; both count as the first.
    const stopping = new Promise<void>((resolve) => {
      child.stderr?.on('data', (text: string) => text.includes('Stopping') && resolve())
    })
    child.kill('SIGINT')
    child.kill('SIGINT')
    await stopping
    await sleep(sameSignalMs + 100)
    expect(child.exitCode).toBe(null)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    half.destroy()
  })
})

describe('failures with --json', () => {
  it('are only JSON on standard output', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const taken = {
      DATABASE_URL: service.databaseUrl,
      ATELIER_HOST: '127.0.0.1',
      ATELIER_LOG_LEVEL: 'silent',
      PORT: String((server.address() as AddressInfo).port),
    }
    const away = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
    const failures: [string[], Record<string, string>, number, string, string][] = [
      [['serve'], { PORT: 'abc', ATELIER_X: '1' }, 2, 'bad_configuration', 'ATELIER_X'],
      [['serve'], taken, 1, 'failed', 'Another program is using port'],
      [['serve'], away, 1, 'database_unavailable', 'does not answer'],
      [['keys', 'list'], away, 1, 'database_unavailable', 'does not answer'],
      [['keys', 'list', 'x'], {}, 2, 'bad_usage', 'too many arguments'],
    ]
    const answers = failures.map(async ([args, env, code, name, message]) => {
      const run = args[0] === 'serve' ? atelier.run : atelier.runInProcess
      const ended = await run([...args, '--json'], { env })
      expect({ args, code: ended.code, stderr: ended.stderr }).toEqual({ args, code, stderr: '' })
      const { error } = JSON.parse(ended.stdout)
      expect(error.code).toBe(name)
      expect(error.message).toContain(message)
    })
    await Promise.all(answers)
    server.close()
  })
})

describe.skipIf(!olderNode)('under an older Node', () => {
  const node = olderNode as string

  it('runs on the Node from npm and forwards its exit code', async () => {
    const [shown, wrong] = await Promise.all([
      atelier.run(['--version'], { node }),
      atelier.run(['serv'], { node }),
    ])
    expect(shown).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect(wrong.code).toBe(2)
  })

  it('forwards signals in both directions', async () => {
    const [polite, rough] = [serve(node), serve(node)]
    const { pid } = JSON.parse(await polite.firstLine)
    expect(pid).not.toBe(polite.child.pid)
    polite.child.kill('SIGTERM')
    expect((await polite.ended).code).toBe(0)
    expect(isAlive(pid)).toBe(false)

    process.kill(JSON.parse(await rough.firstLine).pid, 'SIGKILL')
    expect((await rough.ended).code).toBe(128 + 9)
  })

  it('explains what to do if that Node is missing', async () => {
    const alone = join(atelier.folder, 'alone')
    for (const part of ['cli/bin', 'cli/src', 'server/migrations']) {
      await mkdir(join(alone, part), { recursive: true })
    }
    await copyFile(bin, join(alone, 'cli/bin/atelier.js'))
    await writeFile(join(alone, 'cli/src/main.ts'), '')
    await writeFile(join(alone, 'package.json'), '{"type":"module"}')
    const run = () => execFileSync(node, [join(alone, 'cli/bin/atelier.js')], { stdio: 'pipe' })
    expect(run).toThrow(/Atelier needs Node 24 or newer.*npm ci/s)
  })
})
