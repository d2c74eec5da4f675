import { AtelierError } from '@atelier/sdk'
import { api } from '../../../app/api.ts'
import type { Task } from '../model.ts'

/** The result: saved, or the version that another person saved meanwhile. */
export type SaveResult = { saved: Task } | { theirs: Task }

/**
 * Saves a description only if its base version is still current. The server's ETag covers the whole
 * task, which may change for other reasons. So after a rejection the task is read again, and only a
 * different description is a conflict.
 */
export async function saveDescription(
  taskId: string,
  { from, description }: { from: string; description: string },
): Promise<SaveResult> {
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
