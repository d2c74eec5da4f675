import { testRaces } from '../races.ts'

/** Two requests at the same moment: one wins. */
testRaces(5)
