import { parentPort } from 'node:worker_threads'
import { nextTimes, type Schedule } from '../../../lib/schedules/next-times.ts'

export interface TimesRequest {
  schedule: Schedule
  after: Date
  limit: number
}

/** Runs in its own thread: many times of a rare schedule would block the event loop. */
parentPort?.on('message', ({ schedule, after, limit }: TimesRequest) => {
  parentPort?.postMessage(nextTimes(schedule, after, limit))
})
