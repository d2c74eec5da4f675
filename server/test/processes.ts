import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { removeDataFolder } from './data-folders.ts'

/** A running `atelier serve`, in its own process. */
export interface ServerProcess {
  baseUrl: string
  pid: number
  key: string
  exit: Promise<Exit>
  /** Standard output and standard error so far. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<Exit>
  kill9(): Promise<void>
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Standard output and standard error so far. */
  output: string
}

interface Start {
  dataDir: string
  /** Another checkout to start it from. */
  root?: string
  env?: Record<string, string>
}

interface Launched {
  child: ChildProcess
  exit: Promise<Exit>
  output(): string
  /** The output of `--json` once the server is ready; undefined if it ended instead. */
  ready: Promise<ReadyMessage | undefined>
}

interface ReadyMessage {
  /** Null for workers, which have none. */
  address: string | null
}

const ownerKey = 'key-of-the-owner-in-process-tests'

const ownRoot = join(import.meta.dirname, '../..')

/** Starts servers for the tests of a file and removes every trace of them afterwards. */
export function useProcesses() {
  const launched: Launched[] = []
  const dataFolders = new Map<string, string>()

  afterAll(async () => {
    for (const { child, exit } of launched) {
      if (child.exitCode === null && child.signalCode === null) killGroup(child.pid as number)
      await exit
    }
    for (const [dataDir, parent] of dataFolders) await removeDataFolder(dataDir, parent)
  })

  function launchServer({ dataDir, env = {}, root = ownRoot }: Start): Launched {
    const started = launch(dataDir, env, root)
    launched.push(started)
    return started
  }

  return {
    /** A data folder that doesn't exist yet, in its own parent for everyone or only for us. */
    async dataFolder({ name = 'data', parentMode = 0o755 } = {}): Promise<string> {
      const parent = await mkdtemp(join(tmpdir(), 'atelier-process-'))
      await chmod(parent, parentMode)
      const dataDir = join(parent, name)
      dataFolders.set(dataDir, parent)
      return dataDir
    },
    /** Resolves when the server reports that it is ready. */
    async startServer(start: Start): Promise<ServerProcess> {
      return waitUntilReady(launchServer(start))
    },
    /** For servers that are expected to give up. */
    async runToExit(start: Start): Promise<Exit> {
      return launchServer(start).exit
    },
  }
}

function launch(dataDir: string, env: Record<string, string>, root: string): Launched {
  // Settings of the person who tests must not reach the server, so only these two are passed on.
  const { PATH = '', HOME = '' } = process.env
  const settings = {
    PORT: '0',
    ATELIER_DATA_DIR: dataDir,
    ATELIER_BOOTSTRAP_API_KEY: ownerKey,
    ATELIER_LOG_LEVEL: 'warn',
    // Older versions don't know it.
    ...(root === ownRoot && { ATELIER_ENGINE_PRIORITY: 'normal' }),
  }
  const child = spawn(process.execPath, [join(root, 'cli/bin/atelier.js'), 'serve', '--json'], {
    env: { PATH, HOME, ...settings, ...env },
    // Its own process group, so that its children (initdb) can be killed with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = Promise.withResolvers<ReadyMessage | undefined>()
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const complete = parsed(stdout)
    if (complete?.address !== undefined) ready.resolve(complete as ReadyMessage)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const output = () => stdout + stderr
  const exit = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      ready.resolve(undefined)
      resolve({ code, signal, output: output() })
    })
  })
  return { child, exit, output, ready: ready.promise }
}

/** The JSON may arrive in pieces. */
function parsed(text: string): Partial<ReadyMessage> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function waitUntilReady({ child, exit, output, ready }: Launched): Promise<ServerProcess> {
  const message = await ready
  if (!message) throw new Error(`The server did not start:\n${(await exit).output}`)
  return {
    baseUrl: message.address ?? '',
    pid: child.pid as number,
    key: ownerKey,
    exit,
    output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exit
    },
    kill9: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just exited by itself.
  }
}
