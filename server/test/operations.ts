import type { Operation } from '../src/http/operation.ts'
import { unsharedCounts } from '../src/platform/counts/shared-counts.ts'
import { openService } from '../src/service.ts'

/** The route table, known without a running service, so that each operation can have its own test. */
export const operations = openService({
  clock: () => new Date(),
  counts: unsharedCounts(),
}).operations()

/** Cases for `test.each`, so that a failure names the operation. */
export const toCases = (chosen: readonly Operation[]) => chosen.map((one) => [one.id, one] as const)
