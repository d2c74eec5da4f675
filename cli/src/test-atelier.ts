// For tests: the real command as a child process, without the settings of the person who tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export const bin = join(import.meta.dirname, '../bin/atelier.js')

export interface ProcessResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string>
  /** Another Node than the one that runs the tests. */
  node?: string
  uid?: number
}

export interface RunningProcess {
  child: ChildProcess
  ended: Promise<ProcessResult>
  /** The first line of standard output, or all output if the process ended before it. */
  firstLine: Promise<string>
}

/** Runs commands in an empty folder, which a faulty command may fill. */
export function useAtelier() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-cli-'))
  const children = new Set<ChildProcess>()

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function launch(args: string[], { env = {}, node = process.execPath, uid }: RunOptions = {}) {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(node, [bin, ...args], {
      cwd: folder,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    })
    children.add(child)
    child.once('close', () => children.delete(child))
    return watch(child)
  }

  return {
    folder,
    launch,
    run: (args: string[], options?: RunOptions): Promise<ProcessResult> =>
      launch(args, options).ended,
    runInProcess,
  }
}

let lastHere: Promise<unknown> = Promise.resolve()

/**
 * Runs the same command in this process, one at a time: a process for each would take a second.
 * `run` checks that the process itself starts, ends and exits correctly.
 */
export function runInProcess(
  args: string[],
  { env = {} }: Pick<RunOptions, 'env'> = {},
): Promise<ProcessResult> {
  const ended = lastHere.then(() => inThisProcess(args, env))
  lastHere = ended.catch(() => {})
  return ended
}

async function inThisProcess(args: string[], env: Record<string, string>): Promise<ProcessResult> {
  const { PATH = '', HOME = '' } = process.env
  const before = process.env
  const written = { stdout: '', stderr: '' }
  const streams = ['stdout', 'stderr'] as const
  const writes = streams.map((name) => process[name].write)
  for (const name of streams) {
    process[name].write = (chunk: Uint8Array | string) => {
      written[name] += String(chunk)
      return true
    }
  }
  process.env = { PATH, HOME, ...env }
  const exit = process.exit
  let exited: ProcessResult | undefined
  // Output after the exit is our doing, so it doesn't count.
  process.exit = (code) => {
    exited ??= { code: Number(code ?? 0), ...written }
    throw new Error('The command has exited.')
  }
  try {
    const { main } = await import('./main.ts')
    const code = await main(args)
    return exited ?? { code, ...written }
  } finally {
    process.exit = exit
    process.env = before
    for (const [at, name] of streams.entries()) process[name].write = writes[at] as never
  }
}

function watch(child: ChildProcess): RunningProcess {
  const firstLine = Promise.withResolvers<string>()
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      if (output.stdout.includes('\n')) firstLine.resolve(output.stdout.split('\n')[0] as string)
    })
  }
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      firstLine.resolve(output.stdout + output.stderr)
      resolve({ code, ...output })
    })
  })
  return { child, ended, firstLine: firstLine.promise }
}
