import { type Static, Type } from 'typebox'
import type { EngineConfig } from '../outpainting/adapters/create-engine.ts'
import type { OpenAiSpeechConfig } from '../speech/adapters/openai-speech.ts'
import type { TranscriptionEngineConfig } from '../transcription/adapters/create-transcription-engine.ts'
import type { VideoWebhookConfig } from '../video/adapters/video-webhook.ts'

/** User settings for an external engine, the same for every kind. */
export const ExternalEngineSettings = Type.Object({
  kind: Type.String({ maxLength: 40 }),
  base_url: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^https?://[^\\s?#]+$',
      description: 'Base URL of the engine, without a path. Defaults to the provider’s URL.',
    }),
  ),
  model: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Model or model version.' }),
  ),
  api_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[\\x20-\\x7e]+$',
      description: 'Stored and never shown again. For automatic1111, use name:password.',
    }),
  ),
  timeout_seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 1800 })),
  workflow: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        maxProperties: 500,
        description:
          'For comfyui: a workflow in API format, with slots such as {{prompt}} as values.',
      },
    ),
  ),
})

export type ExternalEngineSettings = Static<typeof ExternalEngineSettings>

export interface Kind {
  /** The provider's default URL, if it has one. */
  baseUrl?: string
  needs: readonly (keyof ExternalEngineSettings)[]
}

/** The purposes that can use external engines, and the supported kinds for each. */
export const externalEngines = {
  outpainting: {
    openai: { baseUrl: 'https://api.openai.com', needs: ['model'] },
    automatic1111: { needs: ['base_url'] },
    replicate: { baseUrl: 'https://api.replicate.com', needs: ['model', 'api_key'] },
    comfyui: { needs: ['base_url', 'workflow'] },
  },
  images: {
    openai: { baseUrl: 'https://api.openai.com', needs: ['model'] },
    automatic1111: { needs: ['base_url'] },
    replicate: { baseUrl: 'https://api.replicate.com', needs: ['model', 'api_key'] },
    comfyui: { needs: ['base_url', 'workflow'] },
  },
  speech: {
    openai: { baseUrl: 'https://api.openai.com', needs: ['model'] },
  },
  transcription: {
    'whisper-cpp': { needs: ['base_url'] },
    openai: { baseUrl: 'https://api.openai.com', needs: ['model'] },
    assemblyai: { baseUrl: 'https://api.assemblyai.com', needs: ['api_key'] },
    deepgram: { baseUrl: 'https://api.deepgram.com', needs: ['api_key'] },
  },
  video: {
    webhook: { needs: ['base_url'] },
  },
} as const satisfies Record<string, Record<string, Kind>>

export type Purpose = keyof typeof externalEngines

export const purposes = Object.keys(externalEngines) as Purpose[]

export function listKinds(purpose: Purpose): string[] {
  return Object.keys(externalEngines[purpose])
}

/** Validates an engine's settings. Returns the invalid field and a message. */
export function mistakeInSettings(
  purpose: Purpose,
  settings: ExternalEngineSettings,
): { field: string; message: string } | undefined {
  const kinds: Record<string, Kind> = externalEngines[purpose]
  const kind = Object.hasOwn(kinds, settings.kind) ? kinds[settings.kind] : undefined
  if (!kind) return { field: 'kind', message: `must be one of ${Object.keys(kinds).join(', ')}` }
  const missing = kind.needs.find((field) => settings[field] === undefined)
  return missing && { field: missing, message: `is required for ${settings.kind}` }
}

/** Converts settings to the configuration of an adapter for images. */
export function imageEngineConfig(settings: ExternalEngineSettings): EngineConfig {
  const { kind, model = '', api_key: apiKey, timeout_seconds: timeoutSeconds } = settings
  const connection = connectionSettings('images', settings)
  if (kind === 'openai') return { kind, ...connection, model }
  if (kind === 'replicate') {
    const prediction = timeoutSeconds === undefined ? {} : { predictionSeconds: timeoutSeconds }
    const { baseUrl } = connection
    return { kind, baseUrl, version: model, token: apiKey ?? '', ...prediction }
  }
  if (kind === 'comfyui') return { kind, ...connection, workflow: settings.workflow ?? {} }
  const [name = '', ...password] = apiKey?.split(':') ?? []
  const user = apiKey && { user: { name, password: password.join(':') } }
  return { kind: 'automatic1111', ...connection, ...user }
}

/** Speech engine configuration. Whether it reads instructions depends on the voice. */
export function speechConfig(
  settings: ExternalEngineSettings,
  readsInstructions: boolean,
): OpenAiSpeechConfig {
  return {
    ...connectionSettings('speech', settings),
    model: settings.model ?? '',
    readsInstructions,
  }
}

/** Transcription engine configuration. The secret authenticates the engine's callbacks. */
export function transcriptionConfig(
  settings: ExternalEngineSettings,
  callbackSecret: string,
): TranscriptionEngineConfig {
  const { kind, model, api_key: apiKey = '' } = settings
  const connection = connectionSettings('transcription', settings)
  if (kind === 'openai') return { kind, ...connection, model: model ?? '' }
  if (kind === 'assemblyai') {
    return { kind, ...connection, apiKey, callbackSecret, ...(model && { speechModels: [model] }) }
  }
  if (kind === 'deepgram') {
    return { kind, ...connection, apiKey, callbackSecret, ...(model && { model }) }
  }
  return { kind: 'whisper-cpp', ...connection }
}

export function videoConfig(settings: ExternalEngineSettings): VideoWebhookConfig {
  return connectionSettings('video', settings)
}

function connectionSettings(purpose: Purpose, settings: ExternalEngineSettings) {
  const { kind, api_key: apiKey, timeout_seconds: timeoutSeconds } = settings
  const known: Record<string, Kind> = externalEngines[purpose]
  return {
    baseUrl: (settings.base_url ?? known[kind]?.baseUrl ?? '').replace(/(?<!\/)\/+$/, ''),
    ...(apiKey !== undefined && { apiKey }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  }
}
