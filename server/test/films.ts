import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

export const filmNames = ['with-audio', 'silent', 'turned'] as const

/**
 * Writes three films as MP4: with audio, without, and one that a phone recorded on its side. Each
 * shows a white corner at the top left and a black ball that moves from left to right.
 */
export async function writeFilms(
  folder: string,
  { seconds = 1, scale = 1 } = {},
): Promise<Record<(typeof filmNames)[number], string>> {
  const program = join(import.meta.dirname, 'write-films.ts')
  await runFile(process.execPath, [program, folder, String(seconds), String(scale)])
  const paths = filmNames.map((name) => [name, join(folder, `${name}.mp4`)])
  return Object.fromEntries(paths)
}
