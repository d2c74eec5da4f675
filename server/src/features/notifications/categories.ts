/** What agents may send: the contract's table. */
const agentCategories = {
  agentTaskCompleted: {
    label: 'Task completed',
    channels: ['in_app', 'websocket', 'email'],
    // Whether quiet hours hold it back.
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

/** What the service itself tells a member because of what somebody else did. */
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
 * The registry: which ways a notification of a category goes. Chat is the team's channel
 * `agent-alerts`. Push is not in the table: it follows `in_app` into the browsers of people who have
 * turned it on.
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

/** The channel of the team that gets what the table calls chat. */
export const alertsChannel = 'agent-alerts'

/** The ways of a category that a person may switch off: the team's channel is not theirs. */
export function personalChannels(category: Category): Channel[] {
  const own: Channel[] = categories[category].channels.filter((channel) => channel !== 'chat')
  return own.includes('in_app') ? [...own, 'push'] : own
}

/** The ways that many notifications at once may be gathered on: mails and pushes, or frames. */
export const digestCategories = ['agentProgress', 'agentNudge'] as const satisfies AgentCategory[]
