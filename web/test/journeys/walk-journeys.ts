import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignInLink } from '../../../server/src/features/auth/sign-in-links.ts'
import { callAs } from '../../../server/test/harness.ts'
import { testModels } from '../../../server/test/models.ts'
import { isSoak } from '../../../server/test/soak.ts'
import { base, useNetworks } from '../../../server/test/use-social.ts'
import { findViolations } from '../axe.ts'
import { useFilledTenant } from '../filled-tenant.ts'
import { useConsole } from '../use-console.ts'
import { sizes } from '../view-checks.ts'
import type { Journey } from './journeys.ts'
import { Person } from './person.ts'

/** Walks by pointer and keyboard only. The soak also prints what each journey takes. */
export function walkJourneys(size: 'wide' | 'phone', journeys: Journey[]): void {
  const { service, open, baseUrl } = useConsole()
  const { accounts } = useNetworks()
  const filled = useFilledTenant(service)
  const lines: string[] = []

  beforeAll(async () => {
    for (const model of ['isnet', 'u2netp', 'kokoro', 'silero'] as const) {
      await testModels.pull(model)
    }
    const call = callAs(service, filled.owner)
    await call('POST', `${base}/accounts`, { ...accounts.webhook(), name: 'News' })
  })

  describe(`on a ${size} screen`, () => {
    test.each(journeys)('$name', async (journey) => {
      const page = journey.isFirstVisit
        ? await open(null, { size: sizes[size], path: await firstLink() })
        : await open(filled.owner, { size: sizes[size], path: '/inbox' })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      lines.push(await walk(journey, new Person(page)))
      expect(await findViolations(page)).toEqual([])
    })
  })

  afterAll(() => {
    if (!isSoak) return
    const { width } = sizes[size]
    const head = `${'Journey'.padEnd(44)}clicks  keys  seconds (${width} px)`
    process.stdout.write(`\n${[head, ...lines].join('\n')}\n`)
  })

  async function firstLink(): Promise<string> {
    const { userId } = await service.tenant()
    const link = await service.deps.db.transaction('system', (tx) =>
      createSignInLink(service.deps, tx, userId),
    )
    return link.slice(baseUrl().length)
  }
}

async function walk({ name, run }: Journey, person: Person): Promise<string> {
  const startedAt = performance.now()
  await run(person)
  const seconds = (performance.now() - startedAt) / 1000
  const { clicks, keys } = person
  return `${name.padEnd(44)}${String(clicks).padStart(6)}${String(keys).padStart(6)}${seconds.toFixed(1).padStart(9)}`
}
