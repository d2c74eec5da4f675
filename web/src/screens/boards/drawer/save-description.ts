import { AtelierError } from '@atelier/sdk'
import { api } from '../../../app/api.ts'
import type { Task } from '../model.ts'

/** How it ended: saved, or what somebody else has made of it meanwhile. */
export type Saving = { saved: Task } | { theirs: Task }

/**
 * Saves a description only over the one that it was made from. The server's tag is of the whole task,
 * which may change for other reasons; so what it refuses is read again, and only another description
 * is a reason to stop.
 */
export async function saveDescription(
  taskId: string,
  { from, description }: { from: string; description: string },
): Promise<Saving> {
  for (;;) {
    let etag = ''
    const onResponse = ({ headers }: Response) => {
      etag = headers.get('etag') ?? ''
    }
    const now = (await api.boardTasks.get(taskId, {}, { onResponse })) as Task
    if (now.description !== from && now.description !== description) return { theirs: now }
    try {
      const headers = { 'if-match': etag }
      return { saved: (await api.boardTasks.update(taskId, { description }, { headers })) as Task }
    } catch (error) {
      if (!(error instanceof AtelierError && error.status === 412)) throw error
    }
  }
}
