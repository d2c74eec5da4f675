import { sealedCallbackSecret } from '../../http/gate/callback-secrets.ts'
import type { Feature } from '../feature.ts'
import { transcriptionEvents } from './events.ts'
import { selectNextWatch } from './queries.ts'
import { transcriptionRoutes } from './routes.ts'
import { transcriptionRunTask } from './run-task.ts'
import { submissionTask } from './submission-task.ts'
import { watchProviders } from './watch-providers.ts'

export const transcriptions: Feature = {
  name: 'transcriptions',
  tags: { Transcription: 'The text of a recording, with times, and subtitles.' },
  operations: transcriptionRoutes,
  tasks: [submissionTask, transcriptionRunTask],
  due: (deps) => [
    {
      name: 'transcription providers',
      maxSeconds: 900,
      dueAt: selectNextWatch,
      work: () => watchProviders(deps),
    },
  ],
  events: transcriptionEvents,
  sealedColumns: [sealedCallbackSecret('transcriptions')],
}
