import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError, misused } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'

/** Reads a secret from standard input: typed without echo, or piped. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).trim()
  process.stderr.write(question)
  // Swallows the echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const stopped = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () =>
      reject(new CommandError('stopped', exitCode.stoppedAtOnce, 'Stopped.')),
    )
  })
  try {
    return (await Promise.race([lines.question(''), stopped])).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Reads a line from a person; throws if there is no terminal. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw misused('Cannot ask for input: standard input is not a terminal.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question)).trim()
  } finally {
    lines.close()
  }
}

export async function readAll(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
