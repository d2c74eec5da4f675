import { aiImages } from './ai-images/index.ts'
import { apiKeys } from './api-keys/index.ts'
import { assets } from './assets/index.ts'
import { auth } from './auth/index.ts'
import { boards } from './boards/index.ts'
import { callbacks } from './callbacks/index.ts'
import { chat } from './chat/index.ts'
import { elevenLabsCompat } from './compat/elevenlabs/index.ts'
import { openAiCompat } from './compat/openai/index.ts'
import { removeBgCompat } from './compat/remove-bg/index.ts'
import { slackWebhooksCompat } from './compat/slack-webhooks/index.ts'
import { doors } from './doors/index.ts'
import { engines } from './engines/index.ts'
import { events } from './events/index.ts'
import { registerEvents } from './events/known-events.ts'
import type { Feature } from './feature.ts'
import { idempotency } from './idempotency/index.ts'
import { imageTools } from './image-tools/index.ts'
import { invitations } from './invitations/index.ts'
import { live } from './live/index.ts'
import { members } from './members/index.ts'
import { notifications } from './notifications/index.ts'
import { oauth } from './oauth/index.ts'
import { projects } from './projects/index.ts'
import { push } from './push/index.ts'
import { questions } from './questions/index.ts'
import { quotas } from './quotas/index.ts'
import { receipts } from './receipts/index.ts'
import { social } from './social/index.ts'
import { taskInputs } from './task-inputs/index.ts'
import { tasks } from './tasks/index.ts'
import { teamspaces } from './teamspaces/index.ts'
import { transcriptions } from './transcriptions/index.ts'
import { videoTools } from './video-tools/index.ts'
import { videos } from './videos/index.ts'
import { voices } from './voices/index.ts'
import { webhooks } from './webhooks/index.ts'
import { workflows } from './workflows/index.ts'
import { workspaces } from './workspaces/index.ts'

/** All features, in the order of the API reference. This is the only list of them. */
export const features: readonly Feature[] = [
  imageTools,
  aiImages,
  videoTools,
  engines,
  voices,
  transcriptions,
  videos,
  callbacks,
  boards,
  notifications,
  questions,
  receipts,
  doors,
  projects,
  social,
  workflows,
  tasks,
  taskInputs,
  assets,
  chat,
  push,
  workspaces,
  teamspaces,
  members,
  invitations,
  quotas,
  apiKeys,
  auth,
  oauth,
  events,
  live,
  webhooks,
  idempotency,
  openAiCompat,
  elevenLabsCompat,
  removeBgCompat,
  slackWebhooksCompat,
]

for (const feature of features) registerEvents(feature.events ?? {})
