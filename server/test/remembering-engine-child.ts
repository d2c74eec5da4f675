/**
 * The engines of the service under test. A model computes each input once per test run, in whichever
 * process asks first; the others get the numbers that it returned, without loading the model.
 */
import { engineModules } from '../src/engines/engine-registry.ts'
import { serveEngines } from '../src/engines/serve-engines.ts'
import { rememberRuns } from './remember-runs.ts'

// A transcription feeds a model with its own output, hundreds of times. Remembering would cost more.
const { transcription, ...others } = engineModules
const remembering = Object.entries(others).map(([name, load]) => [
  name,
  () => {
    rememberRuns()
    return load()
  },
])
serveEngines({ transcription, ...Object.fromEntries(remembering) })
