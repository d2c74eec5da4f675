import { removeStaleFolders } from '../../lib/temporary-folder.ts'
import type { Feature } from '../feature.ts'
import { addBRollsVideo } from './add-b-rolls.ts'
import {
  convertVideoFormat,
  mergeVideos,
  removeAudio,
  reverseVideo,
  speedUpVideo,
} from './edit-tools.ts'
import { videoToolRoutes } from './routes.ts'
import { scriptToVideo, textToVideo } from './text-to-video.ts'

export const videoTools: Feature = {
  name: 'video-tools',
  tags: {
    'Video tools': 'Convert, join, reverse and narrate videos. Each call starts a task.',
  },
  operations: videoToolRoutes,
  tasks: [
    ...[convertVideoFormat, mergeVideos, removeAudio, reverseVideo, speedUpVideo],
    ...[addBRollsVideo, textToVideo, scriptToVideo],
  ],
  // A worker that was killed leaves its files, and videos are large.
  cleanUp: removeStaleFolders,
}
