/**
 * The process that runs engines. Models and codecs are native code that may crash, hang or exhaust
 * memory. Here they can be killed without affecting anything else.
 */
import { engineList } from './engine-list.ts'
import { serveEngines } from './serve-engines.ts'

serveEngines(engineList)
