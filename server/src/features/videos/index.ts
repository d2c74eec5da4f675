import { sealedCallbackSecret } from '../../http/gate/callback-secrets.ts'
import type { Feature } from '../feature.ts'
import { videoEvents } from './events.ts'
import { videoFetchTask } from './fetch-video.ts'
import { giveUpVideos } from './give-up-videos.ts'
import { selectNextSilence } from './queries.ts'
import { videoRoutes } from './routes.ts'
import { videoRunTask, videoSubmissionTask } from './video-tasks.ts'

export const videos: Feature = {
  name: 'videos',
  tags: { Video: 'Videos from images, text and narration.' },
  operations: videoRoutes,
  tasks: [videoSubmissionTask, videoRunTask, videoFetchTask],
  due: (deps) => [
    { name: 'overdue videos', dueAt: selectNextSilence, work: () => giveUpVideos(deps) },
  ],
  events: videoEvents,
  sealedColumns: [sealedCallbackSecret('videos')],
}
