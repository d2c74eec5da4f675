import { probe } from './probe.ts'

/** Probing for the child process, where a broken file may do what it likes. */
export async function run({ mediaPath }: { mediaPath: string }) {
  return probe(mediaPath)
}
