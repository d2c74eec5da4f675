import { expect, test } from 'vitest'
import { type Answer, useService } from '../../../test/harness.ts'
import { counted, quotaClient } from './test-quotas.ts'

const service = useService()
const { readQuota, setUp } = quotaClient(service)

/** A busy server refuses some with 503. When the others are done, clients repeat those. */
async function createAll(create: (number: number) => Promise<Answer>, numbers: number[]) {
  const answers: Answer[] = []
  let left = numbers
  while (left.length > 0) {
    const round = await Promise.all(left.map(create))
    answers.push(...round.filter(({ status }) => status !== 503))
    left = left.filter((_, at) => round[at]?.status === 503)
  }
  return answers
}

test.each(counted)('$name: 100 at once never exceed the limit', async (kind) => {
  const { mia, call, prepared } = await setUp(kind, 37)
  const create = (number: number) => kind.create(call, number, prepared)
  const statuses = (await createAll(create, [...Array(100).keys()])).map(({ status }) => status)
  const { used, limit } = await readQuota(mia, kind.name)
  expect(statuses.sort()).toEqual([...Array(37).fill(201), ...Array(63).fill(507)])
  expect(used).toBe(limit)
})
