import { invalid } from './problem.ts'

/** Refuses free JSON that would take too much room; the names of its members count, too. */
export function requireJsonSize(path: string, value: unknown, maxKilobytes: number): void {
  if (Buffer.byteLength(JSON.stringify(value)) > maxKilobytes * 1024) {
    throw invalid(path, `must be at most ${maxKilobytes} kB of JSON`)
  }
}
