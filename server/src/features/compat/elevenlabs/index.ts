import type { Feature } from '../../feature.ts'
import { elevenLabs, elevenLabsRoutes } from './routes.ts'

/** Programs written for ElevenLabs work here after changing their base URL. */
export const elevenLabsCompat: Feature = {
  name: 'compat/elevenlabs',
  tags: {
    [elevenLabs.tag]:
      'For programs written for ElevenLabs: change the base URL and the key. See docs/drop-in/elevenlabs.md.',
  },
  operations: elevenLabsRoutes,
}
