import type { OutpaintEngine } from './adapter.ts'
import { type Automatic1111Config, automatic1111 } from './automatic1111.ts'
import { type ComfyUiConfig, comfyUi } from './comfyui.ts'
import { type OpenAiEditsConfig, openAiEdits } from './openai-edits.ts'
import { type ReplicateConfig, replicate } from './replicate.ts'

export type EngineConfig =
  | ({ kind: 'openai' } & OpenAiEditsConfig)
  | ({ kind: 'automatic1111' } & Automatic1111Config)
  | ({ kind: 'replicate' } & ReplicateConfig)
  | ({ kind: 'comfyui' } & ComfyUiConfig)

/** Creates the engine for a configuration. */
export function createEngine(config: EngineConfig): OutpaintEngine {
  if (config.kind === 'openai') return openAiEdits(config)
  if (config.kind === 'automatic1111') return automatic1111(config)
  if (config.kind === 'comfyui') return comfyUi(config)
  return replicate(config)
}
