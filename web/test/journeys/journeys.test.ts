import { journeys } from './journeys.ts'
import { walkJourneys } from './walk-journeys.ts'

walkJourneys('wide', journeys)
