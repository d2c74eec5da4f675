/**
 * The engines of the service under test. A model computes each input once per test run, in whichever
 * process asks first; the others get the numbers that it returned, without loading the model.
 */
import { engineList } from '../src/engines/engine-list.ts'
import { serveEngines } from '../src/engines/serve-engines.ts'
import { rememberRuns } from './remember-runs.ts'

// A transcription feeds a model with its own output, hundreds of times. Remembering would cost more.
const { transcribe, ...others } = engineList
const remembering = Object.entries(others).map(([name, { load }]) => {
  const loadOnce = () => {
    rememberRuns()
    return load()
  }
  return [name, { load: loadOnce }]
})
serveEngines({ transcribe, ...Object.fromEntries(remembering) })
