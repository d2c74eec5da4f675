import { invalid } from '../problem.ts'

/** Rejects free-form JSON that is too large; member names count too. An omitted value passes. */
export function requireJsonSize(path: string, value: unknown, maxKilobytes: number): void {
  if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > maxKilobytes * 1024) {
    throw invalid(path, `must be at most ${maxKilobytes} kB of JSON`)
  }
}
