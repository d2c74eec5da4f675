import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { requireImageEngine } from '../../ai-images/image-engine.ts'
import { submitGeneration } from '../../ai-images/submit-generation.ts'
import type { FormLimits, ReceivedForm } from '../../assets/receive-form.ts'
import { largestImageBytes } from '../../image-tools/image-source.ts'
import { waitForTask } from '../../tasks/wait-for-task.ts'
import { readValues } from '../form-values.ts'
import { detectStoredType, keepInput } from '../keep-input.ts'
import type { ToolResult } from '../open-result.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { withForm } from '../with-form.ts'
import { parseSize, sizePattern } from './image-size.ts'
import { requireModel } from './models.ts'
import { convertImages, sendImages, wantedImages } from './send-images.ts'

const oneImage: FormLimits = {
  isFileField: (field) => field === 'image',
  maxFiles: 1,
  maxFileBytes: largestImageBytes,
}

/** OpenAI asks for no prompt here; engines need one. */
const prompt = 'Another version of this image, with the same subject, style and colours.'
/** Similar, but clearly another image. */
const strength = 0.6

/** Generates images like a given one, with the external engine that the workspace has chosen. */
export async function varyImage(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = call
  const { task_id, wanted } = await withForm(deps, request, oneImage, (form) =>
    submit(deps, actor, request, form),
  )
  const waiting = describeWaiting(call, request)
  const made = await waitForTask<ToolResult>(deps, actor, task_id, waiting)
  return sendImages(deps, reply, await convertImages(deps, actor, made, wanted, waiting), wanted)
}

async function submit(deps: Deps, actor: Actor, request: FastifyRequest, form: ReceivedForm) {
  const values = readValues(form)
  const [image] = form.files
  if (!image) throw invalid('image', 'is required, as a part of the form')
  requireModel(values.text('model'), 'image')
  const count = values.integer('n', 1, [1, 8])
  const size = values.text('size')
  if (size && !sizePattern.test(size)) throw invalid('size', 'must be like 1024x1024')
  const wanted = wantedImages(values)
  await requireImageEngine(deps, actor)
  const { field: _, type: __, ...content } = image
  const type = (await detectStoredType(deps, image)) ?? 'image/png'
  const { task_id } = await submitOnce(deps, request, {
    operationId: 'openAiCreateImageVariation',
    input: { count, size, wanted, image: image.sha256 },
    submit: async (inside) =>
      submitGeneration(inside, actor, {
        request: { prompt, count, size: parseSize(size), strength },
        references: [await keepInput(inside, actor, content, type)],
        fields: ['image'],
        storage: 'transient',
      }),
  })
  return { task_id, wanted }
}
