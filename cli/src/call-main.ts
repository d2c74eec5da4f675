// For tests: runs the command in this process, which starts at once, without the user's settings.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, vi } from 'vitest'
import { main } from './main.ts'

export interface CallOptions {
  env?: Record<string, string>
  /** The content of standard input. */
  input?: string
  /** Receives each chunk of standard error as it is written. */
  onStderr?: (text: string) => void
}

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** One call at a time, because calls share standard output. */
export function useMain() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-main-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function call(args: string[], options: CallOptions = {}): Promise<CommandResult> {
    const { env = {}, input = '', onStderr } = options
    const before = { ...process.env }
    const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
    for (const name of Object.keys(before)) {
      if (/^(ATELIER_|VISUAL$|EDITOR$|BROWSER$|DISPLAY$|WAYLAND)/.test(name))
        delete process.env[name]
    }
    Object.assign(process.env, { XDG_CONFIG_HOME: folder, ...env })
    Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
    const told = { stdout: '', stderr: '' }
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      told.stdout += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
      return true
    })
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      told.stderr += text
      onStderr?.(String(text))
      return true
    })
    try {
      return { code: await main(args), ...told }
    } finally {
      stdout.mockRestore()
      stderr.mockRestore()
      if (stdin) Object.defineProperty(process, 'stdin', stdin)
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
    }
  }

  return { folder, call }
}
