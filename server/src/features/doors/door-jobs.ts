import type { Deps } from '../../deps.ts'
import type { EventFollower } from '../events/dispatch-events.ts'
import { connectedAmong } from './queries.ts'

export const questionQueue = 'door-questions'
export const messageQueue = 'door-messages'

export interface QuestionJob {
  workspace_id: number
  question_id: string
}

export interface MessageJob {
  workspace_id: number
  message_id: string
}

/** After every change of a question, its messages in chat apps are compared with it. */
export function doorsFollower({ queue }: Pick<Deps, 'queue'>): EventFollower {
  return async (tx, events) => {
    const changed = new Map<string, QuestionJob>()
    for (const { type, object, workspace_id } of events) {
      if (!type.startsWith('question.')) continue
      const question_id = String(object.id)
      changed.set(question_id, { workspace_id, question_id })
    }
    if (changed.size === 0) return
    const all = [...changed.values()]
    const connected = await connectedAmong(
      tx,
      all.map(({ workspace_id }) => workspace_id),
    )
    const jobs = all.filter(({ workspace_id }) => connected.has(workspace_id))
    await queue.sendAll(
      tx,
      jobs.map((data) => ({ queue: questionQueue, data })),
    )
  }
}
