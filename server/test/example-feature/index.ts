import type { Feature } from '../../src/features/feature.ts'
import { countWords, countWordsQueue } from './count-words.ts'
import { createNote } from './create-note.ts'
import { noteEvents } from './events.ts'
import { removeOldNotes } from './remove-old-notes.ts'
import { noteRoutes } from './routes.ts'

export const notes: Feature = {
  name: 'notes',
  tags: { Notes: 'Short texts that everyone in the workspace can read.' },
  operations: noteRoutes,
  events: noteEvents,
  queues: [{ name: countWordsQueue, retryLimit: 3, atOnce: 10, work: countWords }],
  cleanUp: removeOldNotes,
  demo: (deps, { owner }) => createNote(deps, owner, { text: 'The launch is on Friday.' }),
}
