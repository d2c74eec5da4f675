import type { Feature } from '../feature.ts'
import { voiceEvents } from './events.ts'
import { voiceRoutes } from './routes.ts'
import { speakText } from './speak-text.ts'

export const voices: Feature = {
  name: 'voices',
  tags: { Voices: 'Voices, and speech generated with them.' },
  operations: voiceRoutes,
  tasks: [speakText],
  events: voiceEvents,
}
