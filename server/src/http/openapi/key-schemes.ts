import type { KeyPlace } from '../operation.ts'

/** The places where clients of other services send an API key, as security schemes. */
export const keySchemes = {
  bearer: {
    name: 'keyAsBearer',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key as the token, as clients for OpenAI send it.',
    },
  },
  'xi-api-key': {
    name: 'xiApiKey',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'xi-api-key',
      description: 'An API key, as clients for ElevenLabs send it.',
    },
  },
  'x-api-key': {
    name: 'xApiKey',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'An API key, as clients for remove.bg send it.',
    },
  },
} as const satisfies Record<KeyPlace, { name: string; scheme: object }>
