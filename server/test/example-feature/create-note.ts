import type { Deps } from '../../src/deps.ts'
import { publish } from '../../src/features/events/publish.ts'
import { type Actor, requirePermission } from '../../src/http/permissions.ts'
import { type CountWordsJob, countWordsQueue } from './count-words.ts'
import { insertNote } from './queries.ts'
import type { CreateNoteBody, Note } from './schemas.ts'

/** The note, its event and its job share one transaction. */
export async function createNote(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'random'>,
  actor: Actor,
  { text }: CreateNoteBody,
): Promise<Note> {
  requirePermission(actor, 'workspaces:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const note = await insertNote(tx, workspaceId, { id: deps.random.uuid(), text }, deps.clock())
    await publish(tx, actor, {
      type: 'note.created',
      object: { type: 'note', id: note.id },
      data: { text },
      at: deps.clock(),
    })
    const job: CountWordsJob = { workspace_id: workspaceId, note_id: note.id }
    await deps.queue.send(tx, countWordsQueue, job)
    return note
  })
}
