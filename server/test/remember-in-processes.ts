/** Preloaded by `rememberingEnv`: the engines of this process look up their models' runs. */
import processes from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'

const remembering = fileURLToPath(new URL('./remembering-engine-child.ts', import.meta.url))
const { fork } = processes

processes.fork = ((file: string | URL, ...rest: [string[], processes.ForkOptions]) =>
  fork(/\/engine-child\.[jt]s$/.test(String(file)) ? remembering : file, ...rest)) as typeof fork
syncBuiltinESMExports()
