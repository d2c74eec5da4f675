import type { Deps } from '../../src/deps.ts'
import { saveWordCount } from './queries.ts'

export const countWordsQueue = 'note-words'

export interface CountWordsJob {
  workspace_id: number
  note_id: string
}

export async function countWords({ db }: Pick<Deps, 'db'>, job: CountWordsJob): Promise<void> {
  await saveWordCount(db.workspace(job.workspace_id), job.workspace_id, job.note_id)
}
