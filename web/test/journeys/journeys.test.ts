import { afterAll, beforeAll, describe, test } from 'vitest'
import { createSignInLink } from '../../../server/src/features/auth/sign-in-links.ts'
import { callerOf } from '../../../server/test/harness.ts'
import { testModels } from '../../../server/test/models.ts'
import { isSoak } from '../../../server/test/soak.ts'
import { base, useNetworks } from '../../../server/test/use-social.ts'
import { useFilledTenant } from '../filled-tenant.ts'
import { sizes } from '../view-checks.ts'
import { withConsole } from '../with-console.ts'
import { type Journey, journeys } from './journeys.ts'
import { Person } from './person.ts'

/** Ten journeys by pointer and keyboard only, and what each takes. */
describe.skipIf(!isSoak)('a person', () => {
  const { service, open, baseUrl } = withConsole()
  const { accounts } = useNetworks()
  const lines: string[] = []
  beforeAll(async () => {
    for (const model of ['isnet', 'u2netp', 'kokoro', 'silero'] as const) {
      await testModels.pull(model)
    }
  })

  describe.each(['wide', 'phone'] as const)('on a %s screen', (size) => {
    const filled = useFilledTenant(service)
    beforeAll(async () => {
      const call = callerOf(service, filled.owner)
      await call('POST', `${base}/accounts`, { ...accounts.webhook(), name: 'News' })
    })

    test.each(journeys)('$name', async (journey) => {
      const page = journey.isFirstVisit
        ? await open(null, { size: sizes[size], path: await firstLink() })
        : await open(filled.owner, { size: sizes[size], path: '/inbox' })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      lines.push(await take(journey, new Person(page)))
    })

    afterAll(() => {
      const { width } = sizes[size]
      const head = `${'Journey'.padEnd(44)}clicks  keys  seconds (${width} px)`
      process.stdout.write(`\n${[head, ...lines.splice(0)].join('\n')}\n`)
    })
  })

  async function take({ name, run }: Journey, person: Person): Promise<string> {
    const startedAt = performance.now()
    await run(person)
    const seconds = (performance.now() - startedAt) / 1000
    const { clicks, keys } = person
    return `${name.padEnd(44)}${String(clicks).padStart(6)}${String(keys).padStart(6)}${seconds.toFixed(1).padStart(9)}`
  }

  async function firstLink(): Promise<string> {
    const { userId } = await service.tenant()
    const link = await service.deps.db.transaction('system', (tx) =>
      createSignInLink(service.deps, tx, userId),
    )
    return link.slice(baseUrl().length)
  }
})
