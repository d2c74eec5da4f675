import { collectGarbage } from '../collect-garbage.ts'

/** The longest that this thread computed without a pause, in milliseconds of CPU. */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  // Collecting what earlier tests left takes half a second of one turn.
  collectGarbage()
  let longest = 0
  let isOver = false
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    // Looking at every turn would keep a core busy. Each look adds what ran in this millisecond.
    if (!isOver) setTimeout(look, 1)
  }
  look()
  await work()
  isOver = true
  // The last turn counts too.
  look()
  return longest
}
