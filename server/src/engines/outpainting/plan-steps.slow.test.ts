import { sample } from '../../../test/soak.ts'
import { testFilling } from './test-steps.ts'

testFilling(sample(40, 2_000))
