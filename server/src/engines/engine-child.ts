/**
 * The process in which engines run. Models and codecs are native code that may crash, hang or eat
 * memory; here they can be killed without taking anything else along.
 */
import { engineModules } from './engine-registry.ts'
import { serveEngines } from './serve-engines.ts'

serveEngines(engineModules)
