import { nextTimes, type Schedule } from '../../../lib/schedules/next-times.ts'

export interface TimesRequest {
  schedule: Schedule
  after: Date
  limit: number
}

export function work({ schedule, after, limit }: TimesRequest): Date[] {
  return nextTimes(schedule, after, limit)
}
