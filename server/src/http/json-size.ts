import { invalid } from './problem.ts'

/** Refuses free JSON that would take too much room; the names of its members count, too. */
export function requireJsonSize(path: string, value: unknown, mostKilobytes: number): void {
  if (Buffer.byteLength(JSON.stringify(value)) > mostKilobytes * 1024) {
    throw invalid(path, `must be at most ${mostKilobytes} kB of JSON`)
  }
}
