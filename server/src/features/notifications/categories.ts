/** The categories that agents may send, from the contract's table. */
const agentCategories = {
  agentTaskCompleted: {
    label: 'Task completed',
    channels: ['in_app', 'websocket', 'email'],
    // Whether quiet hours delay it.
    mayWait: true,
  },
  agentNeedsInput: {
    label: 'Needs your input',
    channels: ['in_app', 'websocket', 'email'],
    mayWait: false,
  },
  agentError: {
    label: 'Error',
    channels: ['in_app', 'websocket', 'chat'],
    mayWait: false,
  },
  agentProgress: {
    label: 'Progress',
    channels: ['websocket'],
    mayWait: false,
  },
  agentNudge: {
    label: 'Nudge',
    channels: ['in_app', 'websocket', 'email'],
    mayWait: true,
  },
} as const satisfies Record<string, CategoryRule>

/** Categories that the service itself sends to a member because of another person's action. */
const memberCategories = {
  mention: {
    label: 'Mention',
    channels: ['in_app', 'websocket', 'email'],
    mayWait: true,
  },
  assignment: {
    label: 'Assignment',
    channels: ['in_app', 'websocket', 'email'],
    mayWait: true,
  },
} as const satisfies Record<string, CategoryRule>

/**
 * The registry: the channels of each category. Chat is the team's channel `agent-alerts`. Push is
 * not in the table: it follows `in_app` to the browsers of users who turned it on.
 */
export const categories = { ...agentCategories, ...memberCategories }

interface CategoryRule {
  label: string
  channels: readonly Exclude<Channel, 'push'>[]
  mayWait: boolean
}

export const channels = ['in_app', 'websocket', 'email', 'chat', 'push'] as const

export type Channel = (typeof channels)[number]
export type Category = keyof typeof categories
type AgentCategory = keyof typeof agentCategories

export const categoryNames = Object.keys(categories) as [Category, ...Category[]]
export const agentCategoryNames = Object.keys(agentCategories) as [
  AgentCategory,
  ...AgentCategory[],
]

/** The team's channel for the table's chat entries. */
export const alertsChannel = 'agent-alerts'

/** The channels of a category that a user may turn off; the team's channel is not theirs. */
export function personalChannels(category: Category): Channel[] {
  const own: Channel[] = categories[category].channels.filter((channel) => channel !== 'chat')
  return own.includes('in_app') ? [...own, 'push'] : own
}

/** Categories that may be combined into a digest: one email, push or frame for many. */
export const digestCategories = ['agentProgress', 'agentNudge'] as const satisfies AgentCategory[]
