import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'
import { change, event, nothing, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Provider = Type.Object({ provider: text })

export const transcriptionEvents = {
  'transcription.submitted': event(
    'space',
    'A transcription was created.',
    Type.Object({ provider: text, language_code: text }),
  ),
  'transcription.done': event('space', 'A transcription is done.', Provider),
  'transcription.failed': event('space', 'A transcription failed.', Provider),
  'transcription.updated': event(
    'space',
    'The text of a transcription was corrected. Long texts are cut at 10,000 characters.',
    change(Nullable(text)),
  ),
  'transcription.deleted': event('space', 'A transcription was deleted.', nothing),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof transcriptionEvents> {}
}
