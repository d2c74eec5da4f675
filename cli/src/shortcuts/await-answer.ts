import type { Answer, Atelier } from '@atelier/sdk/src/index.ts'
import { CommandError, SilentExit } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import { printJson } from '../output.ts'
import { harmlessLines } from '../terminal/words.ts'

/** Waits up to a given time for the outcome of a notification's question. */
export async function awaitAnswer(
  client: Atelier,
  threadId: string,
  notificationId: string,
  patienceMs: number | undefined,
): Promise<Answer> {
  const signal = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs)
  try {
    for await (const answer of client.threads.followAnswers(threadId, { after: 0, signal })) {
      if (answer.notification_id === notificationId) return answer
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
  throw new CommandError(
    'not_answered',
    exitCode.expired,
    `Nobody has answered yet. The question stays open: atelier threads read-answers ${threadId}`,
  )
}

/** Prints an answer; rejected and unanswered questions have their own exit codes. */
export function printAnswer(answer: Answer, json: boolean | undefined): void {
  if (answer.status !== 'answered') {
    const message = `The question was not answered: it is ${answer.status}.`
    throw new CommandError(`question_${answer.status}`, exitCode.expired, message)
  }
  const { value, comment } = answer.answer as { value: unknown; comment: string | null }
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  if (json) printJson(answer)
  else process.stdout.write(`${harmlessLines([words, comment].filter(Boolean).join('\n'))}\n`)
  if (answer.kind === 'approval' && value === 'rejected') {
    throw new SilentExit(exitCode.rejected)
  }
}
