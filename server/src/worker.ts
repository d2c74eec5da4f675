import { allOperations } from './app.ts'
import type { Deps } from './deps.ts'
import { fetchAsset } from './features/assets/fetch-asset.ts'
import { processAsset } from './features/assets/process-asset.ts'
import { type PasswordMailJob, passwordMailQueue } from './features/auth/forgotten-password.ts'
import { mailPasswordLink } from './features/auth/mail-password-link.ts'
import { type ForwardJob, forwardMessage } from './features/chat/forward-message.ts'
import { startDispatcher } from './features/events/dispatch-events.ts'
import { blurBackground } from './features/image-tools/blur-background.ts'
import { convertFormat } from './features/image-tools/convert-format.ts'
import { fillImage, outpaintImage } from './features/image-tools/outpaint-image.ts'
import { removeBackground } from './features/image-tools/remove-background.ts'
import { replaceBackground } from './features/image-tools/replace-background.ts'
import { upscaleImage } from './features/image-tools/upscale-image.ts'
import { deliver } from './features/notifications/deliver.ts'
import { deliverDigest } from './features/notifications/deliver-digest.ts'
import {
  type DeliveryJob,
  type DigestJob,
  queueOf,
} from './features/notifications/delivery-jobs.ts'
import { type AnswerJob, tellAnswer } from './features/questions/tell-answer.ts'
import { type PublishJob, publishQueue } from './features/social/publish-jobs.ts'
import { publishPost } from './features/social/publish-post.ts'
import { deliverWebhook } from './features/tasks/deliver-webhook.ts'
import type { TaskKind } from './features/tasks/kinds.ts'
import { startTaskWorkers } from './features/tasks/task-workers.ts'
import { transcriptionRunTask } from './features/transcriptions/run-task.ts'
import { submissionTask } from './features/transcriptions/submission-task.ts'
import { videoFetchTask } from './features/videos/fetch-video.ts'
import { videoRunTask, videoSubmissionTask } from './features/videos/video-tasks.ts'
import { speakText } from './features/voices/speak-text.ts'
import { planDeliveries } from './features/webhooks/plan-deliveries.ts'
import { type WebhookJob, webhookQueue } from './features/webhooks/webhook-jobs.ts'
import { startWebhookSender, type WebhookSender } from './features/webhooks/webhook-sender.ts'
import { workflowCaller } from './features/workflows/callable.ts'
import { httpRequestTask } from './features/workflows/runs/http-request.ts'
import { runsFollower, startRunWorkers } from './features/workflows/runs/work-runs.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Database } from './platform/postgres/db.ts'
import { startRecordWatch } from './record-watch.ts'

export interface Worker {
  stop(): Promise<void>
}

/** Every kind of task, and what does it. */
const kinds = [
  removeBackground,
  outpaintImage,
  fillImage,
  replaceBackground,
  blurBackground,
  upscaleImage,
  convertFormat,
  speakText,
  submissionTask,
  transcriptionRunTask,
  videoSubmissionTask,
  videoRunTask,
  videoFetchTask,
  processAsset,
  fetchAsset,
  httpRequestTask,
] as unknown as TaskKind[]

/** Everything that happens without a request. */
export async function buildWorker(deps: Deps & { db: Database }): Promise<Worker> {
  const tasks = await startTaskWorkers(deps, kinds)
  const webhooks = startWebhookSender(deps)
  await startJobs(deps, webhooks)
  const caller = workflowCaller(() => allOperations(deps))()
  const runs = await startRunWorkers(deps, caller)
  const dispatcher = startDispatcher(deps, [runsFollower(deps), planDeliveries(deps)])
  const watchers = [startHousekeeping(deps), startRecordWatch(deps)]
  const parts = [dispatcher, ...watchers, tasks, runs, webhooks]
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

/** Every queue of small jobs, how many are done at once, and what does them. */
async function startJobs(deps: Deps, webhooks: WebhookSender): Promise<void> {
  const { queue } = deps
  await queue.workThrough<{ task_id: string }>('task-webhooks', 10, ({ task_id }) =>
    deliverWebhook(deps, task_id),
  )
  await queue.workThrough<AnswerJob>('answer-webhooks', 10, (job) => tellAnswer(deps, job))
  await queue.workThrough<ForwardJob>('chat-forward', 20, (job) => forwardMessage(deps, job))
  for (const name of [queueOf.email, queueOf.chat, queueOf.push]) {
    await queue.workThrough<DeliveryJob>(name, 20, (job) => deliver(deps, job))
  }
  await queue.workThrough<PasswordMailJob>(passwordMailQueue, 5, (job) =>
    mailPasswordLink(deps, job),
  )
  await queue.workThrough<WebhookJob>(webhookQueue, 50, webhooks.wake)
  await queue.workThrough<PublishJob>(publishQueue, 10, (job) => publishPost(deps, job))
  await queue.workThrough<DigestJob>(queueOf.digest, 5, (job) => deliverDigest(deps, job))
}
