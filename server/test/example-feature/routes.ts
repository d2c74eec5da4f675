import { listOperation } from '../../src/http/list-operation.ts'
import { operation } from '../../src/http/operation.ts'
import { PageQuery } from '../../src/http/pagination.ts'
import { createNote } from './create-note.ts'
import { listNotes } from './list-notes.ts'
import { CreateNoteBody, Note } from './schemas.ts'

const tag = 'Notes'
const path = '/api/v1/notes'

const exampleNote = {
  id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64',
  text: 'The launch is on Friday.',
  words: 5,
  created_at: '2026-11-15T09:30:00.000Z',
}

export function noteRoutes() {
  return [
    operation({
      id: 'createNote',
      method: 'POST',
      path,
      tag,
      summary: 'Create a note',
      permission: 'workspaces:write',
      body: CreateNoteBody,
      status: 201,
      reply: Note,
      example: {
        body: { text: 'The launch is on Friday.' },
        reply: { ...exampleNote, words: null },
      },
      handle: (deps, { actor, body }) => createNote(deps, actor, body),
    }),
    listOperation({
      id: 'listNotes',
      path,
      tag,
      summary: 'List notes, newest first',
      permission: 'workspaces:read',
      query: PageQuery,
      entry: Note,
      example: { entry: exampleNote },
      list: (deps, { actor, query }) => listNotes(deps, actor, query),
    }),
  ]
}
