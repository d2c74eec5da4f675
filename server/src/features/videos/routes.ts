import { resource } from '../../http/resource.ts'
import { getVideoVariation, listVideos } from './read-videos.ts'
import {
  GenerateVideoBody,
  SubmittedVideo,
  VideoListQuery,
  VideoParams,
  VideoVariation,
} from './schemas.ts'
import { submitVideo } from './submit-video.ts'

const id = '5b0c8a52-2c65-4b2c-9a8e-4a1f6f0f2a11'
const variation_id = '9e1f9a52-2c65-4b2c-9a8e-4a1f6f0f2a12'

const exampleVariation = {
  id: variation_id,
  video_id: id,
  job_status: 'RENDERING',
  percent: 60,
  modified: '2026-11-15T09:31:00.000Z',
  output: null,
  payload: { errors: [], warnings: [] },
}

const videos = resource({
  tag: 'Video',
  path: '/api/v1',
  read: 'videos:read',
  write: 'videos:write',
  params: VideoParams,
  notFound: 'video_not_found',
  record: VideoVariation,
  etag: true,
  example: { params: { id, variation_id }, record: exampleVariation },
})

export function videoRoutes() {
  return [
    videos.post('/ai-imageart/ai-generate-video-v2', {
      id: 'generateVideo',
      summary: 'Render a storyboard as a video',
      description:
        'Images with slow pan and zoom, captions, and narration by a voice. The task only tracks the submission: poll the variation until `job_status` is DONE or FAILED.',
      body: GenerateVideoBody,
      reply: SubmittedVideo,
      begins: 'video',
      notFound: 'voice_not_found',
      example: {
        body: {
          model: 'storyboard',
          capability: 'storyboard',
          parameters: {
            scenes: [
              { title: 'Spring sale', text: 'Our spring sale starts on May 3rd.' },
              { image_url: 'https://example.com/shop.jpg', text: 'Come and see us.' },
            ],
          },
        },
        reply: {
          task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64',
          id,
          art_variation_id: variation_id,
          storage: 'asset',
        },
      },
      handle: (deps, { actor, body }) => submitVideo(deps, actor, body),
    }),
    videos.get('/ai/video/{id}/variations/{variation_id}', {
      id: 'getVideoVariation',
      summary: 'Poll a video',
      handle: (deps, { actor, params }) =>
        getVideoVariation(deps, actor, params.id, params.variation_id),
    }),
    videos.get('/ai/video/{id}', {
      id: 'getVideo',
      summary: 'Poll a video by its own id',
      description: 'A video has one variation, so its id is enough.',
      handle: (deps, { actor, params }) => getVideoVariation(deps, actor, params.id),
    }),
    videos.list('/ai/video', {
      id: 'listVideos',
      summary: 'List videos, newest first',
      query: VideoListQuery,
      list: (deps, { actor, query }) => listVideos(deps, actor, query),
    }),
  ]
}
