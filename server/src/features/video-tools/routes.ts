import type { Static, TObject } from 'typebox'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { UuidParams } from '../../http/schemas.ts'
import { Submitted } from '../tasks/schemas.ts'
import { getExport } from './read-export.ts'
import {
  AddBRollsBody,
  ConvertVideoBody,
  Export,
  MergeVideosBody,
  SpeedUpVideoBody,
  TextToVideoBody,
  VideoBody,
} from './schemas.ts'
import { submitBRolls } from './submit-b-rolls.ts'
import { submitTextToVideo } from './submit-text-to-video.ts'
import { submitVideoTool } from './submit-video-tool.ts'

const tag = 'Video tools'
const base = '/api/v1/service/video-tools'
const exampleId = '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64'
const video_url = 'https://example.com/clip.mp4'
const examplePayload = {
  title: 'Spring sale',
  description: 'Our spring sale starts on May 3rd.\n\nCome and see us.',
  keywords: ['shop', 'flowers'],
  language_code: 'en-US',
  format: 'youtube-shorts',
}

export function videoToolRoutes() {
  return [
    tool({
      id: 'convertVideoFormat',
      name: 'convert-video-format',
      summary: 'Convert a video to another format',
      body: ConvertVideoBody,
      example: { video_url, output_format: 'webm' },
      submit: submitOne('convert-video-format'),
    }),
    tool({
      id: 'mergeVideos',
      name: 'merge-videos',
      summary: 'Join videos',
      description:
        'The first video decides size and frame rate; others are scaled and padded. A video without audio is silent for its length.',
      body: MergeVideosBody,
      example: { video_urls: [video_url, 'https://example.com/second.mp4'] },
      submit: (deps, actor, body) => {
        const sources = body.video_urls.map((url, at): [string, string] => [
          `video_urls.${at}`,
          url,
        ])
        return submitVideoTool(deps, actor, 'merge-videos', body, sources)
      },
    }),
    tool({
      id: 'removeAudio',
      name: 'remove-audio',
      summary: 'Remove the audio of a video',
      description: 'The frames are copied without loss.',
      body: VideoBody,
      example: { video_url },
      submit: submitOne('remove-audio'),
    }),
    tool({
      id: 'reverseVideo',
      name: 'reverse-video',
      summary: 'Play a video backwards',
      description: 'Audio included. At most 10 minutes.',
      body: VideoBody,
      example: { video_url },
      submit: submitOne('reverse-video'),
    }),
    tool({
      id: 'speedUpVideo',
      name: 'speedup-video',
      summary: 'Change the speed of a video',
      body: SpeedUpVideoBody,
      example: { video_url, playbackrate: 2 },
      submit: submitOne('speedup-video'),
    }),
    tool({
      id: 'addBRollsVideo',
      name: 'add-b-rolls-video',
      summary: 'Show matching images and videos while someone speaks',
      description:
        'Transcribes the video and shows images and videos of this workspace whose names contain a spoken word. Send either `media_url` or `asset`.',
      body: AddBRollsBody,
      example: { title: 'With pictures', media_url: video_url, language_code: 'en-US' },
      submit: submitBRolls,
    }),
    tool({
      id: 'textToVideo',
      name: 'text-to-video',
      summary: 'Render a narrated video from a text',
      description:
        'Speaks `payload.description` over matching images of this workspace, or over slides, with captions. No language model rewrites the text.',
      body: TextToVideoBody,
      example: { payload: examplePayload, should_export: true },
      problems: ['engine_needed', 'voice_not_found'],
      submit: (deps, actor, body) => submitTextToVideo(deps, actor, 'text-to-video', body),
    }),
    tool({
      id: 'scriptToVideo',
      name: 'script-to-video',
      summary: 'Render a narrated video from a script',
      description: 'Speaks `payload.description` word for word. Otherwise like text-to-video.',
      body: TextToVideoBody,
      example: { payload: examplePayload, should_export: true },
      problems: ['voice_not_found'],
      submit: (deps, actor, body) => submitTextToVideo(deps, actor, 'script-to-video', body),
    }),
    operation({
      id: 'getVideoExport',
      method: 'GET',
      path: '/api/v1/service/export-lib/{id}',
      tag,
      summary: 'Poll an exported video',
      description:
        'The id is the `export_id` of a finished task, or the `task_id` of a running one.',
      permission: 'tasks:read',
      params: UuidParams,
      reply: Export,
      notFound: 'task_not_found',
      example: {
        params: { id: exampleId },
        reply: {
          ...{ id: exampleId, status: 'DONE', error: null },
          url: 'https://atelier.example.com/files/video.mp4',
        },
      },
      handle: (deps, { actor, params }) => getExport(deps, actor, params.id, exportKinds),
    }),
  ]
}

const exportKinds = new Set(['add-b-rolls-video', 'text-to-video', 'script-to-video'])

interface ToolDescription<B extends TObject> {
  id: string
  name: string
  summary: string
  description?: string
  body: B
  example: object
  problems?: ('engine_needed' | 'voice_not_found')[]
  submit(deps: Deps, actor: Actor, body: Static<B>): Promise<Static<typeof Submitted>>
}

function tool<B extends TObject>({
  name,
  description,
  submit,
  example,
  ...rest
}: ToolDescription<B>) {
  return operation({
    ...rest,
    method: 'POST',
    path: `${base}/${name}`,
    tag,
    description: `${description ? `${description} ` : ''}Returns a task; poll \`GET /api/v1/tasks/{task_id}\` until SUCCESS or FAILURE. See docs/video.md.`,
    permission: 'tools:write',
    reply: Submitted,
    begins: 'task',
    example: { body: example, reply: { task_id: exampleId } },
    handle: (deps, { actor, body }) => submit(deps, actor, body),
  })
}

function submitOne(kind: string) {
  return (deps: Deps, actor: Actor, body: VideoBody) =>
    submitVideoTool(deps, actor, kind, body, [['video_url', body.video_url]])
}
