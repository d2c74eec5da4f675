import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'
import { change, event, nothing, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Provider = Type.Object({ provider: text })

export const transcriptionEvents = {
  'transcription.submitted': event(
    'workspace',
    'A transcription was created.',
    Type.Object({ provider: text, language_code: text }),
  ),
  'transcription.done': event('workspace', 'A transcription is done.', Provider),
  'transcription.failed': event('workspace', 'A transcription failed.', Provider),
  'transcription.updated': event(
    'workspace',
    'The text of a transcription was corrected. Long texts are cut at 10,000 characters.',
    change(Nullable(text)),
  ),
  'transcription.deleted': event('workspace', 'A transcription was deleted.', nothing),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof transcriptionEvents> {}
}
