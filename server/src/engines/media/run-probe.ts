import { probe } from './probe.ts'

/** Probing for the child process, where a broken file can do no harm. */
export async function run({ mediaPath }: { mediaPath: string }) {
  return probe(mediaPath)
}
