/** The channels of every workspace, with their descriptions. */
const builtIn = {
  'agent-alerts': 'Errors of agents, and the discussion about them.',
} as const

export type ChannelName = keyof typeof builtIn

export const channelNames = Object.keys(builtIn) as [ChannelName]

export function isBuiltInChannel(channel: string): boolean {
  return Object.hasOwn(builtIn, channel)
}

export function describeChannel(channel: string): string {
  return isBuiltInChannel(channel) ? builtIn[channel as ChannelName] : ''
}
