import type { Deps } from '../../deps.ts'
import type { GenerationRequest } from '../../engines/image-generation/generate.ts'
import { sizeOfRatio } from '../../engines/image-generation/image-size.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { requireKnownAsset } from '../assets/content-of-asset.ts'
import { checkImageSource } from '../image-tools/image-source.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { chooseModel, requireImageEngine } from './image-engine.ts'
import type { GenerateBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'secrets'>

export interface GenerationInput {
  request: GenerationRequest
  /** The sources of the reference images. */
  references: string[]
  /** The request's name of each reference. */
  fields: string[]
  storage: 'asset' | 'transient'
  warnings: string[]
  /** Existing clients of one operation read the results as links. */
  links_only?: true
}

export interface Submission extends Omit<GenerationInput, 'storage' | 'warnings'> {
  storage?: 'asset' | 'transient'
  webhook_url?: string
  model?: string
}

/** An external engine keeps no core busy while we wait, so it runs in the light lane. */
export async function submitGeneration(
  deps: Needs,
  actor: Actor,
  { webhook_url, model, storage = 'asset', ...input }: Submission,
): Promise<{ task_id: string }> {
  requirePermission(actor, 'tools:write')
  for (const [at, source] of input.references.entries()) {
    const field = input.fields[at] ?? 'image_url'
    checkImageSource(field, source)
    await requireKnownAsset(deps, actor, field, source)
  }
  const engine = await requireImageEngine(deps, actor)
  const used = chooseModel(engine)
  const warnings =
    model === undefined || model === used ? [] : [`${model} is not connected; ${used} was used.`]
  return deps.db.transaction(actor.workspaceId, (tx) =>
    submitTask(deps, tx, actor, {
      ...{ kind: 'generate-image', lane: 'light', webhookUrl: webhook_url },
      input: { ...input, storage, warnings },
    }),
  )
}

/** With the fields of existing clients. */
export async function submitAiImage(
  deps: Needs,
  actor: Actor,
  { model, capability = 'prompt', parameters, storage, webhook_url }: GenerateBody,
  more: { links_only?: true } = {},
) {
  const { prompt, aspect_ratio, count = 1, negative_prompt, seed } = parameters
  const references = capability === 'prompt' ? [] : (parameters.reference_images ?? [])
  const needed = capability === 'multiple_images' ? 2 : 1
  if (capability !== 'prompt' && references.length < needed) {
    throw invalid('parameters.reference_images', `must have at least ${needed} for ${capability}`)
  }
  return submitGeneration(deps, actor, {
    request: {
      ...{ prompt, count, size: sizeOfRatio(aspect_ratio) },
      ...(negative_prompt !== undefined && { negativePrompt: negative_prompt }),
      ...(seed !== undefined && { seed }),
    },
    references,
    fields: references.map((_, at) => `parameters.reference_images.${at}`),
    ...(storage && { storage }),
    ...(webhook_url !== undefined && { webhook_url }),
    ...(model !== undefined && { model }),
    ...more,
  })
}
