import type { Deps } from './deps.ts'
import { fetchAsset } from './features/assets/fetch-asset.ts'
import { processAsset } from './features/assets/process-asset.ts'
import { startDispatcher } from './features/events/dispatch-events.ts'
import { blurBackground } from './features/image-tools/blur-background.ts'
import { convertFormat } from './features/image-tools/convert-format.ts'
import { fillImage, outpaintImage } from './features/image-tools/outpaint-image.ts'
import { removeBackground } from './features/image-tools/remove-background.ts'
import { replaceBackground } from './features/image-tools/replace-background.ts'
import { upscaleImage } from './features/image-tools/upscale-image.ts'
import { deliverWebhook } from './features/tasks/deliver-webhook.ts'
import type { TaskKind } from './features/tasks/kinds.ts'
import { startTaskWorkers } from './features/tasks/task-workers.ts'
import { transcriptionRunTask } from './features/transcriptions/run-task.ts'
import { submissionTask } from './features/transcriptions/submission-task.ts'
import { videoFetchTask } from './features/videos/fetch-video.ts'
import { videoRunTask, videoSubmissionTask } from './features/videos/video-tasks.ts'
import { speakText } from './features/voices/speak-text.ts'
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
] as unknown as TaskKind[]

/** Everything that happens without a request. */
export async function buildWorker(deps: Deps & { db: Database }): Promise<Worker> {
  const tasks = await startTaskWorkers(deps, kinds)
  await deps.queue.work('task-webhooks', 2, (job) =>
    deliverWebhook(deps, (job as { task_id: string }).task_id),
  )
  const parts = [startDispatcher(deps), startHousekeeping(deps), startRecordWatch(deps), tasks]
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
