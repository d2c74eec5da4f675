// Beside a test run: when the run ends, even by kill -9, this ends every process that the tests left
// behind, and removes their folder. Argument: the folder. Standard input: the id of the process to follow,
// open until the run ends.
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf, listProcesses } from './processes.js'

const [folder] = process.argv.slice(2)
const politeMs = 1500
/** Start times by id. A process stays here if its parent ends, such as a database server. */
const started = new Map()

// The terminal sends Ctrl-C to every process, and the work of this one only begins then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.stdin.setEncoding('utf8').on('data', (text) => {
  remember(Number(text))
  setInterval(remember, 1000)
})
process.stdin.on('end', async () => {
  const startedAt = Date.now()
  // A process may start another one before it ends. PostgreSQL needs a moment to free its memory.
  for (let left = remember(); left.length > 0; left = remember()) {
    const isLate = Date.now() - startedAt > politeMs
    for (const { id } of left) kill(id, isLate ? 'SIGKILL' : 'SIGINT')
    await sleep(100)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  process.exit()
})

/** Returns the processes of the run that are still there. */
function remember(first) {
  const all = listProcesses()
  const known = all.filter(({ id, startedAt }) => id === first || started.get(id) === startedAt)
  const running = descendantsOf(known, all)
  for (const { id, startedAt } of running) started.set(id, startedAt)
  return running
}

function kill(id, signal) {
  try {
    process.kill(id, signal)
  } catch {
    // It has just ended by itself.
  }
}
