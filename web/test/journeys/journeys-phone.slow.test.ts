import { journeys, moreJourneys } from './journeys.ts'
import { walkJourneys } from './walk-journeys.ts'

walkJourneys('phone', [...journeys, ...moreJourneys])
