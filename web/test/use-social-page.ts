import { beforeAll } from 'vitest'
import { callAs, useTenant } from '../../server/test/harness.ts'
import { base, useNetworks } from '../../server/test/use-social.ts'
import { useConsole } from './use-console.ts'

/** Far from the test browser's time zone, and a day ahead in the evening. */
export const zone = 'Pacific/Auckland'

/** A person in another time zone, with an account on each network. */
export function useSocialPage() {
  const { service, open } = useConsole()
  const mia = useTenant(service)
  const { mastodon, receiver, accounts } = useNetworks()
  const ids = { mastodon: 0, bluesky: 0, news: 0 }

  beforeAll(async () => {
    ids.mastodon = await connect(accounts.mastodon())
    ids.bluesky = await connect(accounts.bluesky())
    ids.news = await connect({ ...accounts.webhook(), name: 'News' })
    const settings = { timezone: zone, start_of_week: 'sun' }
    await call('PATCH', '/api/v1/workspaces/current', { settings })
  })

  const call = callAs(service, mia)

  async function connect(body: object): Promise<number> {
    return (await call('POST', `${base}/accounts`, body)).id
  }

  const create = (body: object) => call('POST', `${base}/create`, body)

  return { service, open, mia, mastodon, receiver, ids, call, create }
}

/** In the middle of the next month, so that its calendar view shows all of them. */
export function dateInNextMonth(date: number): string {
  const now = new Date()
  const there = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, date))
  return there.toISOString().slice(0, 10)
}

export const formatDay = (day: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${day}T00:00Z`))
