import type { Deps } from '../../deps.ts'
import { postSigned } from './post-signed.ts'
import { webhookSecret } from './webhook-secret.ts'

/**
 * Calls an address that a caller named for one thing, signed with the workspace's secret. The id
 * stays the same when the same is told again, so a receiver can tell a repetition. Thrown errors make
 * the queue try again, with growing pauses, for about three days; 410 means "never again".
 */
export async function sendWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'safeFetch'>,
  workspaceId: number,
  url: string,
  { id, ...message }: { id: string; type: string; timestamp: Date | null; data: object },
): Promise<void> {
  const secrets = [await webhookSecret(deps, workspaceId)]
  const body = JSON.stringify(message)
  const answer = await postSigned(deps, { url, secrets, id, body, maxAnswerBytes: 65_536 })
  answer.stream.resume()
  if (answer.status === 410) return
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`The webhook ${id} was answered with ${answer.status}`)
  }
}
