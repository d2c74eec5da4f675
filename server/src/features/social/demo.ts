import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { dayAfter } from '../../lib/local-time.ts'
import type { Demo } from '../feature.ts'
import { connectAccount } from './accounts/connect-account.ts'
import { listAccounts } from './accounts/read-accounts.ts'
import { createPosts } from './posts/create-posts.ts'
import { addQueueSlot } from './publishing/queue-slots.ts'

/** Accounts without a real destination: a demo publishes nothing. */
const accounts = ['Studio on the web', 'Studio newsletter', 'Shop window']

const drafts = [
  {
    message: 'The bench is back in the park. Sit down, it is dry. #autumn',
    tags: ['Autumn launch'],
    to: [0, 1],
    days: 2,
  },
  {
    message: 'Hands at work: how a chair gets its legs. Three pictures from the shop.',
    tags: ['Autumn launch', 'Behind the scenes'],
    to: [0],
    days: 4,
  },
  {
    message: 'Which colour shall the spring collection have? Tell us below.',
    tags: ['Questions'],
    to: [0, 2],
    days: null,
  },
  {
    message: 'Open on Sunday, with coffee.',
    tags: ['Shop'],
    to: [2],
    days: 6,
  },
]

/** Adds a few accounts with drafts, unless accounts already exist. */
export async function demoSocial(
  deps: Deps,
  { owner, remember }: Pick<Demo, 'owner' | 'remember'>,
): Promise<void> {
  if ((await listAccounts(deps, owner)).length > 0) return
  const ids: number[] = []
  for (const name of accounts) {
    const url = `https://demo.invalid/${name.toLowerCase().replaceAll(' ', '-')}`
    const webhook = { network: 'webhook', url, secret: deps.random.secret(24) } as const
    const { id } = await connectAccount(deps, owner, { ...webhook, name, is_active: false })
    ids.push(id)
    await remember({ operation: 'disconnectSocialAccount', params: { id } })
  }
  const [first] = ids
  for (const weekday of ['tue', 'fri'] as const) {
    await addQueueSlot(deps, owner, { account_id: first as number, weekday, time: '09:30' })
  }
  const agent: Actor = { ...owner, kind: 'agent', name: 'Launch agent' }
  for (const { message, tags, to, days } of drafts) {
    const { group_id } = await createPosts(deps, agent, {
      message,
      tags,
      action: 'draft',
      account_ids: to.map((index) => ids[index] as number),
      date: days === null ? null : `${addDays(deps.clock(), days)} 09:30`,
    })
    await remember({ operation: 'deleteDrafts', body: { group_id } })
  }
}

function addDays(now: Date, days: number): string {
  let day = now.toISOString().slice(0, 10)
  for (let ahead = 0; ahead < days; ahead++) day = dayAfter(day)
  return day
}
