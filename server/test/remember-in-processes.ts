/** Preloaded by `rememberingEnv`: the engines of this process look up their models' runs. */
import processes from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'

const remembering = fileURLToPath(new URL('./remembering-engine-child.ts', import.meta.url))
const { fork } = processes

processes.fork = ((file: string | URL, ...rest: [string[], processes.ForkOptions]) =>
  fork(String(file).endsWith('/engine-child.ts') ? remembering : file, ...rest)) as typeof fork
syncBuiltinESMExports()
