import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { misused } from './errors.ts'

/** In the place of a file name: standard input, or standard output. */
export const dash = '-'

/** Runs with the path of a file that has the contents of standard input, or with the given path. */
export async function withInputFile<T>(
  path: string,
  run: (path: string) => Promise<T>,
): Promise<T> {
  if (path !== dash) return run(path)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-'))
  try {
    const bytes = await readInput()
    const file = join(folder, 'input')
    await writeFile(file, bytes)
    return await run(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Everything from standard input. A terminal would wait for a person who doesn't know it. */
export async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY) throw misused('Nothing arrives on standard input. Pipe a file into it.')
  const bytes = await buffer(process.stdin)
  if (bytes.length === 0) throw misused('Standard input is empty.')
  return bytes
}

/** Bytes for another program. A terminal cannot show them. */
export async function writeOutput(bytes: Uint8Array): Promise<void> {
  if (process.stdout.isTTY) {
    throw misused('A terminal cannot show this. Redirect it, or use --output with a file name.')
  }
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
  )
}

/** Seconds since the command started, with everything that was loaded and downloaded. */
export function secondsSinceStart(): number {
  return Math.round(process.uptime() * 10) / 10
}
