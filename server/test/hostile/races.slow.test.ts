import { testRaces } from '../races.ts'

/** As races.test.ts, about a thousand times. */
testRaces(100)
