import { collectGarbage } from '../collect-garbage.ts'

/** The longest that this thread computed without a pause, in milliseconds of CPU. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  // Collecting what earlier tests left takes half a second of one turn.
  collectGarbage()
  let longest = 0
  let isOver = false
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  look()
  await work()
  // The last turn counts too.
  await new Promise(setImmediate)
  isOver = true
  return longest
}
