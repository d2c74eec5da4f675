import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { named } from '../../../http/schemas.ts'
import { linkToFile } from '../../../platform/storage/link-to-file.ts'
import { submitTool } from '../../image-tools/submit-tool.ts'
import { type WaitingClient, waitForTask } from '../../tasks/wait-for-task.ts'
import type { readValues } from '../form-values.ts'
import { encodeBase64, type ResultFile, type ToolResult } from '../open-result.ts'

export const ImagesReply = named(
  'OpenAiImages',
  Type.Object({
    created: Type.Integer(),
    data: Type.Array(
      Type.Object({ b64_json: Type.Optional(Type.String()), url: Type.Optional(Type.String()) }),
    ),
    output_format: Type.String(),
    size: Type.String(),
    warnings: Type.Optional(
      Type.Array(Type.String(), { description: 'What was not done as you asked.' }),
    ),
  }),
)

const outputFormats = ['png', 'jpeg', 'webp'] as const

export interface WantedImages {
  asUrl: boolean
  format: (typeof outputFormats)[number]
  quality: number | undefined
}

export function wantedImages(values: ReturnType<typeof readValues>): WantedImages {
  const model = values.text('model') ?? ''
  // The older models answer with links, the newer ones with base64.
  const usual = model.startsWith('dall-e') ? 'url' : 'b64_json'
  const quality = values.text('output_compression')
  return {
    asUrl: values.oneOf('response_format', ['url', 'b64_json'], usual) === 'url',
    format: values.oneOf('output_format', outputFormats, 'png'),
    quality:
      quality === undefined ? undefined : values.integer('output_compression', 100, [1, 100]),
  }
}

/** The tools create PNG; another format is a task of its own. */
export async function convertImages(
  deps: Deps,
  actor: Actor,
  made: ToolResult,
  { format, quality }: WantedImages,
  waiting: WaitingClient,
): Promise<ToolResult> {
  if (format === 'png') return made
  const result: ResultFile[] = []
  for (const { asset_id } of made.result) {
    const { task_id } = await submitTool(deps, actor, 'convert-format', {
      image_url: asset_id,
      ...{ output_format: format, storage: 'transient' as const },
      ...(quality !== undefined && { quality }),
    })
    const converted = await waitForTask<ToolResult>(deps, actor, task_id, waiting)
    result.push(...converted.result)
  }
  return { ...made, result }
}

/** Writes the images as they are read, because each one can have megabytes. */
export function sendImages(
  deps: Deps,
  reply: FastifyReply,
  images: ToolResult,
  wanted: WantedImages,
): FastifyReply {
  return reply.type('application/json').send(Readable.from(writeText(deps, images, wanted)))
}

async function* writeText(deps: Deps, { result, warnings }: ToolResult, wanted: WantedImages) {
  const [first] = result
  const facts: Omit<Static<typeof ImagesReply>, 'data'> = {
    created: Math.floor(deps.clock().getTime() / 1000),
    output_format: wanted.format,
    size: `${first?.width}x${first?.height}`,
    ...(warnings.length > 0 && { warnings }),
  }
  yield `${JSON.stringify(facts).slice(0, -1)},"data":[`
  for (const [index, image] of result.entries()) {
    if (index > 0) yield ','
    if (wanted.asUrl) {
      yield JSON.stringify({ url: buildLink(deps, image) })
      continue
    }
    yield '{"b64_json":"'
    yield* encodeBase64(deps, image)
    yield '"}'
  }
  yield ']}'
}

function buildLink(deps: Deps, { file, content_type }: ResultFile): string {
  const endsAt = file.expires_at === null ? null : new Date(file.expires_at)
  return linkToFile(deps, { key: file.key, contentType: content_type, fileName: file.name, endsAt })
}
