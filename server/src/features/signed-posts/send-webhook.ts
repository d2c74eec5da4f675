import type { Deps } from '../../deps.ts'
import { postSigned } from './post-signed.ts'
import { webhookSecret } from './webhook-secret.ts'

/**
 * Calls a URL from a single request, signed with the workspace's secret. A repeated message keeps
 * its id, so receivers can detect duplicates. A thrown error makes the queue retry with growing
 * delays for about three days; 410 stops the retries.
 */
export async function sendWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'safeFetch' | 'secrets'>,
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
    throw new Error(`The receiver of webhook ${id} answered ${answer.status}`)
  }
}
