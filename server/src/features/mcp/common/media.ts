import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { invalid } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { beforeAndAfter } from '../apps/app-resources.ts'
import { canRead, type JobRef } from '../jobs/job-kinds.ts'
import { jobResult } from '../jobs/job-result.ts'
import { startTask } from '../jobs/task-result.ts'
import { waitForJob } from '../jobs/wait-for-job.ts'
import type { Tool } from '../surface.ts'
import { commonTool, type Use } from './common-tool.ts'
import { mediaSource, voiceId } from './references.ts'

const Source = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 4_000_000,
    description: `URL, data: URL, or id or name of ${what}.`,
  })

const EditImage = Type.Object({
  image: Source('a file'),
  action: Type.Enum([
    'remove_background',
    'replace_background',
    'blur_background',
    'upscale',
    'outpaint',
    'fill',
    'convert',
    'restore',
    'smart_crop',
    'blur_faces',
    'read_text',
    'find_faces',
  ]),
  background: Type.Optional(
    Type.String({ description: 'replace_background: #rrggbb, or an image as above.' }),
  ),
  crop: Type.Optional(Type.Boolean({ description: 'remove_background: crop to the subject.' })),
  factor: Type.Optional(Type.Number({ description: 'upscale: 2 to 8.' })),
  radius: Type.Optional(Type.Number({ description: 'blur_background: pixels.' })),
  prompt: Type.Optional(Type.String({ description: 'outpaint, fill' })),
  aspect_ratio: Type.Optional(Type.String({ description: 'outpaint, smart_crop: such as 16:9.' })),
  mask: Type.Optional(Type.String({ description: 'fill: image, white where to fill.' })),
  format: Type.Optional(Type.Enum(['png', 'jpeg', 'webp'])),
})

type EditImage = Parameters<typeof editImage>[1]

const Speak = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 20_000 }),
  voice: Type.Optional(Type.String({ description: 'Name or id. Defaults to the first voice.' })),
  language: Type.Optional(Type.String({ description: 'Such as en-US; picks a voice.' })),
  speed: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4 })),
  format: Type.Optional(Type.Enum(['wav', 'mp3', 'opus', 'aac', 'flac'])),
})

const Transcribe = Type.Object({
  recording: Source('an audio or video file'),
  language: Type.Optional(Type.String({ default: 'en-US' })),
})

interface SubmittedJob {
  task_id: string
  id: string
}

/** Images, speech and transcripts. Each waits for its job and links the result. */
export function mediaTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'edit_image',
      title: 'Edit an image',
      description:
        'Cuts out the subject, changes or blurs the background, upscales, restores, extends (outpaint), fills, crops around faces or converts an image. Returns a link to the result. read_text and find_faces return text or boxes.',
      permission: 'tools:write',
      input: EditImage,
      meta: beforeAndAfter.toolMeta,
      call: editImage,
    }),
    commonTool(caller, {
      name: 'speak_text',
      title: 'Turn text into speech',
      description: 'Speaks a text and returns a link to the recording.',
      permission: 'tools:write',
      input: Speak,
      call: async (use, { text, voice, language, speed, format }) => {
        const voice_id = await chooseVoice(use, voice, language)
        const body = {
          text,
          ...(speed !== undefined && { speed }),
          ...(format !== undefined && { output_format: format }),
        }
        const { task_id } = await use.run<SubmittedJob>('generateAudio', {
          params: { voice_id },
          body,
        })
        return finish(use, { kind: 'task', ids: [task_id] })
      },
    }),
    commonTool(caller, {
      name: 'transcribe_file',
      title: 'Transcribe a recording',
      description: 'Turns speech in an audio or video file into text with times.',
      permission: 'transcriptions:write',
      input: Transcribe,
      call: async (use, { recording, language = 'en-US' }) => {
        const source = await mediaSource(use, 'recording', recording)
        const from = isUuid(source) ? { asset_id: source } : { audio_url: source }
        const { id } = await use.run<SubmittedJob>('transcribe', {
          body: { ...from, language_code: language },
        })
        return finish(use, { kind: 'transcription', ids: [id] })
      },
    }),
  ]
}

/** The operation behind each action, with its arguments. */
async function editImage(
  use: Use,
  args: {
    image: string
    action: string
    background?: string
    crop?: boolean
    factor?: number
    radius?: number
    prompt?: string
    aspect_ratio?: string
    mask?: string
    format?: string
  },
) {
  const image_url = await mediaSource(use, 'image', args.image)
  const { id, body } = await chooseEdit(use, args)
  const { task_id } = await use.run<SubmittedJob>(id, { body: { image_url, ...body } })
  const before = /^data:/i.test(image_url) ? undefined : image_url
  return finish(use, { kind: 'task', ids: [task_id] }, { before })
}

async function chooseEdit(use: Use, args: EditImage): Promise<{ id: string; body: object }> {
  const { action, background, crop, factor, radius, prompt, aspect_ratio, mask, format } = args
  const output = format === undefined ? {} : { output_format: format }
  switch (action) {
    case 'remove_background':
      return { id: 'removeBackground', body: { ...output, ...given({ magic_crop: crop }) } }
    case 'replace_background':
      return {
        id: 'replaceBackground',
        body: { ...output, ...(await newBackground(use, background)) },
      }
    case 'blur_background':
      return { id: 'blurBackground', body: { ...output, ...given({ radius }) } }
    case 'upscale':
      return { id: 'upscaleImage', body: { ...output, ...given({ factor }) } }
    case 'outpaint':
      return {
        id: 'outpaintImage',
        body: given({ prompt: prompt ?? 'the same scene', aspect_ratio, count: 1 }),
      }
    case 'fill':
      return {
        id: 'fillImage',
        body: given({ prompt, mask_url: mask && (await mediaSource(use, 'mask', mask)), count: 1 }),
      }
    case 'restore':
      return { id: 'restoreImage', body: {} }
    case 'smart_crop':
      if (aspect_ratio === undefined) throw invalid('aspect_ratio', 'is required: such as 4:5')
      return { id: 'smartCrop', body: { ...output, aspect_ratio } }
    case 'blur_faces':
      return { id: 'blurFaces', body: output }
    case 'read_text':
      return { id: 'readText', body: {} }
    case 'find_faces':
      return { id: 'findFaces', body: {} }
    default:
      if (format === undefined) throw invalid('format', 'is required to convert')
      return { id: 'convertFormat', body: output }
  }
}

async function newBackground(use: Use, background: string | undefined): Promise<object> {
  if (background === undefined) throw invalid('background', 'is required: a color or an image')
  if (background.startsWith('#')) return { background_color: background }
  return { background_url: await mediaSource(use, 'background', background) }
}

async function chooseVoice(use: Use, voice?: string, language?: string): Promise<string> {
  if (voice !== undefined) return voiceId(use, voice)
  const query = language === undefined ? {} : { language_code: language }
  const { voices } = await use.run<{ voices: { id: string }[] }>('listVoices', { query })
  const [first] = voices
  if (first) return first.id
  throw invalid('language', `has no voice; list them with list_records {"kind":"voice"}`)
}

/** Waits for the job, or hands it over to a client that follows tasks itself. */
export async function finish({ caller, call }: Use, job: JobRef, extra: object = {}) {
  if (!canRead(call, job)) {
    const state = { ...notReadable, record: {} }
    return jobResult(job, state, call.form, extra)
  }
  if (call.hasTasks) return startTask(caller, call, job)
  const state = await waitForJob(caller, call, job)
  return jobResult(job, state, call.form, extra)
}

const notReadable = {
  isOver: false,
  isFailed: false,
  isCancelled: false,
  percent: 0,
  stage: 'submitted',
  createdAt: '',
  updatedAt: '',
}

function given(values: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
