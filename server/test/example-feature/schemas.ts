import { type Static, Type } from 'typebox'
import { named, Time } from '../../src/http/schemas.ts'

export const Note = named(
  'Note',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    text: Type.String(),
    words: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until counted.' }),
    created_at: Time,
  }),
)

export type Note = Static<typeof Note>

export const CreateNoteBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' }),
})

export type CreateNoteBody = Static<typeof CreateNoteBody>
