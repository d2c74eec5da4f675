import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Before measuring memory or time: when garbage is collected depends on how busy the machine is. */
export const collectGarbage = runInNewContext('gc') as () => void
