import { expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import { openSharedClock } from './shared-clock.ts'

const service = useService()

const tenMinutesMs = 600_000

function withClock(ownMs: () => number) {
  const warnings: object[] = []
  const log = { warn: (details: object) => void warnings.push(details) }
  return { warnings, needs: { db: service.deps.db, log: log as never, ownMs } }
}

test('a clock that is ahead shows the database’s time, and says so once', async () => {
  const { needs, warnings } = withClock(() => Date.now() + tenMinutesMs)
  const clock = await openSharedClock(needs)
  await clock.compare()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  expect(warnings).toEqual([{ seconds: expect.closeTo(600, -1) }])
  clock.close()
})

test('a clock that is set later is noticed, and so is its correction', async () => {
  let aheadMs = 0
  const { needs } = withClock(() => Date.now() + aheadMs)
  const clock = await openSharedClock(needs)
  aheadMs = -tenMinutesMs
  await clock.compare()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  aheadMs = 0
  await clock.compare()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  clock.close()
})
