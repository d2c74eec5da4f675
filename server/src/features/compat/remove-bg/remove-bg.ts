import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Box } from '../../../engines/background/foreground.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import type { FormFile, ReceivedForm } from '../../assets/receive-form.ts'
import { forgetContent } from '../../assets/remove-unused.ts'
import { submitTool } from '../../image-tools/submit-tool.ts'
import { waitForTask } from '../../tasks/wait-for-task.ts'
import { readValues } from '../form-values.ts'
import { detectStoredType, keepInput } from '../keep-input.ts'
import { encodeBase64, openResult, type ResultFile, type ToolResult } from '../open-result.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { cutOutKind } from './cut-out-task.ts'
import { parseOptions } from './parse-options.ts'
import { readRequest } from './read-request.ts'

/** Removes the background of an image and answers with the result. */
export async function removeBg(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = call
  const form = await readRequest(deps, request)
  const { task_id, ignored } = await submit(deps, actor, request, form).catch(async (error) => {
    const keys = form.files.map(({ key }) => key)
    await forgetContent(deps, keys)
    throw error
  })
  const made = await waitForTask<ToolResult & { foreground: Box }>(
    deps,
    actor,
    task_id,
    describeWaiting(call, request),
  )
  const file = made.result[0] as ResultFile
  reply.headers(buildHeaders(file, made.foreground, ignored))
  if (wantsJson(request)) {
    return reply
      .type('application/json')
      .send(Readable.from(buildJson(deps, file, made.foreground)))
  }
  const { stream, bytes } = await openResult(deps, file)
  return reply.headers({ 'content-type': file.content_type, 'content-length': bytes }).send(stream)
}

async function submit(deps: Deps, actor: Actor, request: FastifyRequest, form: ReceivedForm) {
  const values = readValues(form)
  const { ignored, ...options } = parseOptions(values)
  const image = await chooseSource(deps, actor, form, 'image', values.text('image_url'))
  const behind = await chooseSource(deps, actor, form, 'bg_image', values.text('bg_image_url'))
  if (!image) throw invalid('image_file', 'send one of image_file, image_file_b64 and image_url')
  if (behind && options.colour !== undefined) {
    throw invalid('bg_color', 'cannot be combined with a background image')
  }
  const { task_id } = await submitOnce(deps, request, {
    operationId: 'removeBg',
    input: { options, image: image.identity, background: behind?.identity },
    submit: async (inside) => {
      const input = {
        ...options,
        image_url: await image.keep(inside),
        ...(behind && { background_url: await behind.keep(inside) }),
      }
      return submitTool(inside, actor, cutOutKind, input)
    },
  })
  return { task_id, ignored }
}

/** An image that came with the request, which becomes an asset, or the URL of one. */
async function chooseSource(
  deps: Deps,
  actor: Actor,
  { files }: ReceivedForm,
  field: 'image' | 'bg_image',
  url: string | undefined,
) {
  const sent = files.filter((file) => file.field === `${field}_file`)
  const [file] = sent
  if (sent.length + (url === undefined ? 0 : 1) > 1) {
    throw invalid(`${field}_url`, 'send only one source of an image')
  }
  if (url !== undefined) return { identity: url, keep: async () => url }
  if (!file) return undefined
  const type = (await detectStoredType(deps, file)) ?? 'image/png'
  return {
    identity: file.sha256,
    keep: (inside: Deps) => keepInput(inside, actor, pickContent(file), type),
  }
}

function pickContent({ field: _, type: __, ...content }: FormFile) {
  return content
}

function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('image/')
}

function buildHeaders(
  file: ResultFile,
  foreground: Box,
  ignored: string[],
): Record<string, string> {
  return {
    // The engine finds any subject and does not classify it.
    'x-type': 'other',
    'x-width': String(file.width),
    'x-height': String(file.height),
    'x-foreground-top': String(foreground.top),
    'x-foreground-left': String(foreground.left),
    'x-foreground-width': String(foreground.width),
    'x-foreground-height': String(foreground.height),
    'x-credits-charged': '0',
    ...(ignored.length > 0 && { 'ignored-fields': ignored.join(', ') }),
  }
}

async function* buildJson(deps: Deps, file: ResultFile, foreground: Box) {
  yield '{"data":{"result_b64":"'
  yield* encodeBase64(deps, file)
  const { top, left, width, height } = foreground
  const facts = {
    foreground_top: top,
    foreground_left: left,
    foreground_width: width,
    foreground_height: height,
  }
  yield `",${JSON.stringify(facts).slice(1)}}`
}
