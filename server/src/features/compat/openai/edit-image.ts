import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import type { FormFile, ReceivedForm } from '../../assets/receive-form.ts'
import { largestImageBytes } from '../../image-tools/image-source.ts'
import { submitPainting } from '../../image-tools/submit-tool.ts'
import { waitForTask } from '../../tasks/wait-for-task.ts'
import { readValues } from '../form-values.ts'
import { detectStoredType, keepInput } from '../keep-input.ts'
import type { ToolResult } from '../open-result.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { withForm } from '../with-form.ts'
import { requireModel } from './models.ts'
import { convertImages, sendImages, type WantedImages, wantedImages } from './send-images.ts'

/** As many images as OpenAI accepts, and a mask. */
const maxFiles = 17

/** Fills the transparent part of a mask, or of the image itself, and answers with the images. */
export async function editImage(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = call
  const limits = { isFileField: isImageField, maxFiles, maxFileBytes: largestImageBytes }
  const { task_id, wanted, warnings } = await withForm(deps, request, limits, (form) =>
    submit(deps, actor, request, form),
  )
  const waiting = describeWaiting(call, request)
  const filled = await waitForTask<ToolResult>(deps, actor, task_id, waiting)
  const images = await convertImages(deps, actor, filled, wanted, waiting)
  return sendImages(deps, reply, { ...images, warnings: [...warnings, ...images.warnings] }, wanted)
}

function isImageField(field: string): boolean {
  return ['image', 'image[]', 'mask'].includes(field)
}

async function submit(deps: Deps, actor: Actor, request: FastifyRequest, form: ReceivedForm) {
  const values = readValues(form)
  const mask = form.files.find(({ field }) => field === 'mask')
  const [image, ...others] = form.files.filter(({ field }) => field !== 'mask')
  if (!image) throw invalid('image', 'is required, as a part of the form')
  requireModel(values.text('model'), 'image')
  const prompt = values.text('prompt')
  const count = values.integer('n', 1, [1, 8])
  const wanted: WantedImages = wantedImages(values)
  const types = await readTypes(deps, [image, mask ?? image])
  const { task_id } = await submitOnce(deps, request, {
    operationId: 'openAiEditImage',
    input: { prompt, count, wanted, image: image.sha256, mask: mask?.sha256 },
    submit: async (inside) => {
      const image_url = await keepInput(inside, actor, pickContent(image), types[0])
      const mask_url = mask
        ? await keepInput(inside, actor, pickContent(mask), types[1])
        : image_url
      return submitPainting(inside, actor, 'generative-fill', {
        image_url,
        mask_url,
        mask_meaning: 'transparent',
        count,
        storage: 'transient',
        ...(prompt && { prompt }),
      })
    },
  })
  const warnings = others.length > 0 ? ['Only the first image was edited.'] : []
  return { task_id, wanted, warnings }
}

async function readTypes(deps: Deps, files: [FormFile, FormFile]): Promise<[string, string]> {
  const [image, mask] = files
  const type = async (file: FormFile) => (await detectStoredType(deps, file)) ?? 'image/png'
  return [await type(image), await type(mask)]
}

function pickContent({ field: _, type: __, ...content }: FormFile) {
  return content
}
