import { Type } from 'typebox'
import { problem } from '../../../http/problem.ts'
import { named } from '../../../http/schemas.ts'

export type ModelUse = 'speech' | 'transcription' | 'image'

/** OpenAI's names that existing programs send, and the names of our embedded models. */
const uses: Record<string, ModelUse> = {
  'kokoro-82m': 'speech',
  'tts-1': 'speech',
  'tts-1-hd': 'speech',
  'gpt-4o-mini-tts': 'speech',
  'moonshine-base': 'transcription',
  'whisper-1': 'transcription',
  'gpt-4o-transcribe': 'transcription',
  'gpt-4o-mini-transcribe': 'transcription',
  migan: 'image',
  'dall-e-2': 'image',
  'dall-e-3': 'image',
  'gpt-image-1': 'image',
  'gpt-image-1-mini': 'image',
}

export const Model = named(
  'OpenAiModel',
  Type.Object({
    id: Type.String(),
    object: Type.Enum(['model']),
    created: Type.Integer(),
    owned_by: Type.String(),
  }),
)

/** The day on which the first of them became available here: 2026-11-16. */
const created = 1_794_787_200

export const openAiModels = Object.keys(uses).map((id) => ({
  id,
  object: 'model' as const,
  created,
  owned_by: 'atelier',
}))

/** A dated version such as `gpt-4o-mini-tts-2025-12-15` counts as its model. */
function findUse(model: string): ModelUse | undefined {
  const name = model.replace(/-\d{4}-\d{2}-\d{2}$/, '')
  return Object.hasOwn(uses, name) ? uses[name] : undefined
}

/** Every name selects the engine that the workspace has chosen, so it only has to fit the task. */
export function requireModel(model: string | undefined, use: ModelUse): void {
  if (model === undefined || findUse(model) === use) return
  const fitting = Object.keys(uses).filter((name) => uses[name] === use)
  throw problem('model_not_found', {
    detail: `This model does not exist or cannot do this. Use one of ${fitting.join(', ')}.`,
    errors: [{ path: 'model', message: 'does not exist or cannot do this' }],
  })
}

export function modelById(id: string) {
  const found = openAiModels.find((model) => model.id === id)
  if (found) return found
  throw problem('model_not_found', { detail: 'This model does not exist. See GET /v1/models.' })
}
