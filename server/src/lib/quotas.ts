/**
 * `amount`: how much exists. `rate`: how often something happens in a window that starts with the
 * first time. `event`: how much one event leads to.
 */
type Kind = { kind: 'amount' | 'event' } | { kind: 'rate'; per: 'hour' | 'day' }

type Definition = Kind & {
  /** As people read it in the console. */
  title: string
  /** For an error: "This workspace may have at most 1,000 boards". */
  unit: string
  /** The limit, unless the operator sets another. */
  usual: number
  /** Why the limit is that high. */
  why: string
}

const gibibyte = 1024 ** 3

/** What is limited, in the order in which people see it. */
export const quotas = {
  asset_bytes: {
    kind: 'amount',
    title: 'Stored files',
    unit: 'bytes of files',
    usual: 100 * gibibyte,
    why: 'Holds fifty of the largest uploads, and a usual disk holds several such workspaces.',
  },
  project_bytes: {
    kind: 'amount',
    title: 'Project data and its history',
    unit: 'bytes of project data',
    usual: 10 * gibibyte,
    why: 'Ten thousand revisions of the largest project; a backup of the database stays quick.',
  },
  boards: {
    kind: 'amount',
    title: 'Boards',
    unit: 'boards',
    usual: 2000,
    why: 'One for each project of a company of thousands. The lists stay fast.',
  },
  board_tasks: {
    kind: 'amount',
    title: 'Tasks on boards',
    unit: 'tasks on boards',
    usual: 200_000,
    why: 'Twenty for each of 10,000 people. Searches stay fast.',
  },
  api_keys: {
    kind: 'amount',
    title: 'API keys',
    unit: 'API keys',
    usual: 1000,
    why: 'One for each agent. Keys also share the rate limit and MCP sessions out, so they add up.',
  },
  webhooks: {
    kind: 'amount',
    title: 'Webhook subscriptions',
    unit: 'webhook subscriptions',
    usual: 50,
    why: 'Every event is compared with each of them.',
  },
  triggers: {
    kind: 'amount',
    title: 'Workflow triggers',
    unit: 'workflow triggers',
    usual: 500,
    why: 'Every event is compared with each of them.',
  },
  schedules: {
    kind: 'amount',
    title: 'Workflow triggers with a schedule',
    unit: 'triggers with a schedule',
    usual: 200,
    why: 'Each may fire every minute, and most are due at the full hour.',
  },
  members: {
    kind: 'amount',
    title: 'Members',
    unit: 'members',
    usual: 10_000,
    why: 'The number of people that one installation is built for.',
  },
  workspaces: {
    kind: 'amount',
    title: 'Workspaces that you own',
    unit: 'workspaces of one owner',
    usual: 20,
    why: 'Workspaces share the server equally, so an owner of many would get many shares.',
  },
  invitations_per_day: {
    kind: 'rate',
    per: 'day',
    title: 'Invitations a day',
    unit: 'invitations a day',
    usual: 500,
    why: 'A department on one day; too few to find addresses by guessing.',
  },
  recipient_emails_per_hour: {
    kind: 'rate',
    per: 'hour',
    title: 'Emails to one person an hour',
    unit: 'emails to one person an hour',
    usual: 60,
    why: 'One a minute, more than anyone reads.',
  },
  recipient_emails_per_day: {
    kind: 'rate',
    per: 'day',
    title: 'Emails to one person a day',
    unit: 'emails to one person a day',
    usual: 300,
    why: 'A busy day of agents; a mailbox is not buried.',
  },
  emails_per_hour: {
    kind: 'rate',
    per: 'hour',
    title: 'Emails an hour',
    unit: 'emails an hour',
    usual: 10_000,
    why: 'One message to each of 10,000 people.',
  },
  emails_per_day: {
    kind: 'rate',
    per: 'day',
    title: 'Emails a day',
    unit: 'emails a day',
    usual: 50_000,
    why: 'Five messages to each of 10,000 people; usual mail services allow as many.',
  },
  runs_per_event: {
    kind: 'event',
    title: 'Workflow runs that one event causes',
    unit: 'workflow runs that go back to one event',
    usual: 5000,
    why: 'Five times the items of the largest `for_each`; far below the unfinished runs of a workspace.',
  },
} as const satisfies Record<string, Definition>

export type QuotaName = keyof typeof quotas

export const quotaNames = Object.keys(quotas) as QuotaName[]

type NamesOf<K extends Definition['kind']> = {
  [Name in QuotaName]: (typeof quotas)[Name]['kind'] extends K ? Name : never
}[QuotaName]

export type RateName = NamesOf<'rate'>

/** The limits that the operator set for the installation. Null: unlimited. */
export type QuotaSettings = Partial<Record<QuotaName, number | null>>

export function quotaSetting(name: QuotaName): string {
  return `ATELIER_QUOTA_${name.toUpperCase()}`
}
