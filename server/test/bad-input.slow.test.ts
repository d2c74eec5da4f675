import { sample } from './soak.ts'
import { testBadInput } from './test-bad-input.ts'

testBadInput({ bodies: sample(20, 520), urls: sample(12, 300) })
