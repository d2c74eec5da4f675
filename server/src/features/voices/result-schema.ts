import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { madeFile, toolFacts } from '../tasks/result-schemas.ts'

/** The result of a task that generates speech. */
export const SpeechResult = named(
  'SpeechResult',
  Type.Object({
    result: Type.Array(
      named('MadeAudio', Type.Object({ ...madeFile, duration_ms: Type.Integer() })),
    ),
    url: Type.String({ description: 'URL of the audio.' }),
    voice: Type.Object({ id: Type.String(), voice_name: Type.String() }),
    sentences: Type.Array(
      Type.Object({
        text: Type.String(),
        start: Type.Number({ description: 'Milliseconds.' }),
        end: Type.Number({ description: 'Milliseconds.' }),
      }),
    ),
    ...toolFacts,
    engine: Type.Object({
      name: Type.String(),
      version: Type.String(),
      instructions_applied: Type.Boolean({ description: 'Whether it followed your instructions.' }),
    }),
  }),
)
