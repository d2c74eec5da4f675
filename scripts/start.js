// Entry point of "npm start" and "npm run demo". One process builds and then serves, so a signal to it
// stops everything. A shell between two commands wouldn't forward the signal.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { isConsoleCurrent } from './build-console.js'
import { currentProgram } from './build-program.js'

// Builds in a thread, so that the server keeps neither the memory nor the NODE_ENV of the build.
if (!currentProgram() || !isConsoleCurrent()) {
  const [code] = await once(new Worker(new URL('./build.js', import.meta.url)), 'exit')
  if (code !== 0) process.exit(code)
}

process.argv.splice(2, 0, 'serve', '--stop-with-parent')
await import('../cli/bin/atelier.js')
