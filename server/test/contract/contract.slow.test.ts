import { rememberWork } from '../remember-work.ts'
import { testContract } from './test-contract.ts'

/** The same as `contract.test.ts`, with the models. */
testContract((engines) => rememberWork(engines), { hasModels: true })
