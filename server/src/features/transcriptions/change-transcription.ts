import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { cutAtWord } from '../../lib/cut-text.ts'
import { forgetContent } from '../assets/remove-unused.ts'
import { publish } from '../events/publish.ts'
import { revokeTask } from '../tasks/revoke-task.ts'
import { alignBudget, alignWords } from './align-words.ts'
import { failedTranscription } from './end-transcription.ts'
import { changeTranscription, lockTranscription, removeTranscription } from './queries.ts'
import { getTranscription, requireTranscription } from './read-transcriptions.ts'
import type { CorrectBody, Phrase, Transcription } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'bus' | 'queue' | 'config' | 'fileSecrets'>

/** Saves a user's corrections. Words that are still there keep their times. */
export async function correctTranscription(
  deps: Needs,
  actor: Actor,
  id: string,
  body: CorrectBody,
): Promise<Transcription> {
  requirePermission(actor, 'transcriptions:write')
  await requireTranscription(deps, actor, id)
  const phrases = body.phrases ?? body.payload?.phrases
  if (!phrases) throw invalid('phrases', 'is required')
  checkTimes(phrases)
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const row = await lockTranscription(tx, actor.workspaceId, id)
    if (!row) throw problem('transcription_not_found')
    if (row.job_status !== 'DONE') throw problem('transcription_not_done')
    requireUnchanged(row, body.base_updated_at)
    const corrected = withKnownWords(phrases, row.phrases ?? [])
    const at = deps.clock()
    const text = corrected.map((phrase) => phrase.text).join(' ')
    const changes = { phrases: tx.json(corrected), text }
    await changeTranscription(tx, row, { ...changes, job_status: 'UPDATED' }, at)
    await publish(tx, actor, {
      type: 'transcription.updated',
      object: { type: 'transcription', id },
      data: { before: row.text && excerpt(row.text), after: excerpt(text) },
      spaceId: row.space_id,
      at,
    })
    // Subtitles are generated on request, so nothing is left to do.
    await changeTranscription(tx, row, { job_status: 'DONE' }, at)
  })
  return getTranscription(deps, actor, id)
}

/** Stops the work and discards partial results. A finished transcription stays unchanged. */
export async function cancelTranscription(
  deps: Needs,
  actor: Actor,
  id: string,
): Promise<Transcription> {
  requirePermission(actor, 'transcriptions:write')
  const { task_id, run_task_id } = await requireTranscription(deps, actor, id)
  const tasks = [task_id, run_task_id].filter((task) => task !== null)
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const row = await lockTranscription(tx, actor.workspaceId, id)
    if (!row || row.finished_at !== null) return
    for (const task of tasks) await revokeTask(deps, tx, actor, task)
    const failure = { code: 'cancelled', message: 'The transcription was cancelled.' }
    await failedTranscription(tx, row, failure, deps.clock())
  })
  return getTranscription(deps, actor, id)
}

export async function deleteTranscription(deps: Needs, actor: Actor, id: string): Promise<null> {
  requirePermission(actor, 'transcriptions:write')
  await cancelTranscription(deps, actor, id)
  const gone = await deps.db.transaction(actor.workspaceId, async (tx) => {
    const row = await lockTranscription(tx, actor.workspaceId, id)
    if (!row) throw problem('transcription_not_found')
    await removeTranscription(tx, actor.workspaceId, id)
    await publish(tx, actor, {
      type: 'transcription.deleted',
      object: { type: 'transcription', id },
      data: {},
      spaceId: row.space_id,
      at: deps.clock(),
    })
    return row
  })
  await forgetContent(deps, [gone.content_key])
  return null
}

/** Rejects corrections of a version that someone else has corrected since. */
function requireUnchanged({ updated_at }: { updated_at: Date }, known: string | undefined): void {
  if (known === undefined || Date.parse(known) === updated_at.getTime()) return
  throw problem('precondition_failed', {
    detail:
      'The transcription has changed since you read it. Read it again, apply your corrections, and retry.',
  })
}

function checkTimes(phrases: Phrase[]): void {
  let last = 0
  for (const [at, { start, end, words = [] }] of phrases.entries()) {
    if (end < start) throw invalid(`phrases.${at}.end`, 'must not be before start')
    if (start < last) throw invalid(`phrases.${at}.start`, 'must not be before the previous phrase')
    last = start
    const wrong = words.findIndex((word) => word.end < word.start)
    if (wrong >= 0) throw invalid(`phrases.${at}.words.${wrong}.end`, 'must not be before start')
  }
}

function withKnownWords(phrases: Phrase[], before: Phrase[]): Phrase[] {
  const writePlace = ({ start, end }: Phrase) => `${start}-${end}`
  const known = new Map(before.toReversed().map((phrase) => [writePlace(phrase), phrase.words]))
  const budget = alignBudget()
  return phrases.map((phrase) => {
    const before = known.get(writePlace(phrase))
    const words = phrase.words ?? (before && alignWords(phrase, before, budget))
    return words ? { ...phrase, words } : phrase
  })
}

/** Lists, streams and webhooks carry a hundred events at once; the text can have megabytes. */
const excerpt = (text: string) => cutAtWord(text, 10_000)
