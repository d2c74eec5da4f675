import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { requireKnownAsset } from '../assets/content-of-asset.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import type { Lane } from '../tasks/kinds.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { checkImageSource } from './image-source.ts'
import type { FillBody, OutpaintBody, ReplaceBackgroundBody, ReplaceImageBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'secrets'>

/** A fill whose mask is a source like any other, with options for clients of other services. */
export type FillInput = Omit<FillBody, 'mask_base64'> & {
  mask_url: string
  mask_meaning?: 'transparent'
  from_nothing?: true
}

interface Submission {
  image_url: string
  mask_url?: string
  background_url?: string
  webhook_url?: string
  /** The tool's own options. */
  [option: string]: unknown
}

/** Requires exactly one of the contract's mask, the extension, or the aspect ratio. */
export async function submitOutpainting(deps: Needs, actor: Actor, body: OutpaintBody) {
  const ways = [body.mask_url, body.extend, body.aspect_ratio].filter((way) => way !== undefined)
  if (ways.length !== 1) {
    const message = 'is required, unless you send extend or aspect_ratio'
    throw invalid(
      'mask_url',
      ways.length === 0
        ? message
        : 'cannot be combined: send only one of mask_url, extend, aspect_ratio',
    )
  }
  return submitPainting(deps, actor, 'image-outpainting', body)
}

/** The mask comes as a source or, from existing clients, as the base64 of a file. */
export async function submitFill(deps: Needs, actor: Actor, { mask_base64, ...body }: FillBody) {
  if ((mask_base64 === undefined) === (body.mask_url === undefined)) {
    throw invalid('mask_url', 'send either this or mask_base64')
  }
  const mask_url = body.mask_url ?? `data:;base64,${mask_base64?.replace(/^data:[^,]*,/, '')}`
  return submitPainting(deps, actor, 'generative-fill', { ...body, mask_url })
}

/** An external engine keeps no core busy while we wait, so it runs in the light lane. */
export async function submitPainting(
  deps: Needs,
  actor: Actor,
  kind: 'image-outpainting' | 'generative-fill',
  body: OutpaintBody | FillInput,
) {
  const external = await findExternalEngine(deps, actor.workspaceId, 'outpainting')
  return submitTool(deps, actor, kind, body, external ? 'light' : 'heavy')
}

export async function submitReplaceBackground(
  deps: Needs,
  actor: Actor,
  body: ReplaceBackgroundBody,
) {
  if ((body.background_color === undefined) === (body.background_url === undefined)) {
    throw invalid('background_color', 'send either this or background_url')
  }
  return submitTool(deps, actor, 'replace-background', body)
}

/** With the fields of existing clients. */
export async function submitReplaceImage(
  deps: Needs,
  actor: Actor,
  { replace_type, replace_color, replace_image, ...body }: ReplaceImageBody,
) {
  if (replace_type === 'transparent') return submitTool(deps, actor, 'remove-background', body)
  const field = replace_type === 'color' ? 'replace_color' : 'replace_image'
  const background = replace_type === 'color' ? replace_color : replace_image
  if (background === undefined) throw invalid(field, `is required for ${replace_type}`)
  const input = replace_type === 'color' ? 'background_color' : 'background_url'
  return submitReplaceBackground(deps, actor, { ...body, [input]: background })
}

/** The checks of all tools before they accept a request. */
export async function submitTool(
  deps: Needs,
  actor: Actor,
  kind: string,
  { webhook_url, ...input }: Submission,
  lane: Lane = 'heavy',
): Promise<{ task_id: string }> {
  requirePermission(actor, 'tools:write')
  for (const field of ['image_url', 'mask_url', 'background_url'] as const) {
    const source = input[field]
    if (source === undefined) continue
    checkImageSource(field, source)
    await requireKnownAsset(deps, actor, field, source)
  }
  return deps.db.transaction(actor.workspaceId, (tx) =>
    submitTask(deps, tx, actor, { kind, lane, input, webhookUrl: webhook_url }),
  )
}
