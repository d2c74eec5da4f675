import type { CreateTriggerBody } from './triggers/schemas.ts'

const day = '${trigger.scheduled_for.split("T")[0]}'

/**
 * The trigger of each template. Its input has only what the trigger itself knows; the rest, such as
 * the board, is given when a workflow is created from the template.
 */
export const templateTriggers: Record<string, CreateTriggerBody> = {
  'weekly-report': {
    kind: 'schedule',
    title: 'Every Monday morning',
    cron: '0 9 * * mon',
    input: { today: day },
  },
  'draft-review-publish': {
    kind: 'event',
    title: 'When a draft is created',
    event: 'social_draft.created',
    overlap: 'allow',
    input: { draft_id: '${int(trigger.event.object.id)}' },
  },
  'form-to-task': {
    kind: 'webhook',
    title: 'When the form is sent',
    verify: 'token',
    overlap: 'allow',
    input: {
      name: '${trigger.body.name}',
      email: '${has(trigger.body.email) ? trigger.body.email : ""}',
      message: '${trigger.body.message}',
    },
  },
  'support-mail-to-task': {
    kind: 'webhook',
    title: 'When a mail arrives',
    verify: 'token',
    overlap: 'allow',
    dedupe_key: 'trigger.body.MessageID',
    input: {
      sender: '${trigger.body.From}',
      subject: '${trigger.body.Subject}',
      text: '${has(trigger.body.TextBody) ? trigger.body.TextBody : ""}',
    },
  },
  'asset-clean-up': {
    kind: 'schedule',
    title: 'On the first of the month',
    cron: '0 3 1 * *',
    input: {},
  },
  'transcript-to-tasks': {
    kind: 'event',
    title: 'When a transcription is done',
    event: 'transcription.done',
    overlap: 'allow',
    input: { transcription_id: '${trigger.event.object.id}' },
  },
  'launch-week': {
    kind: 'webhook',
    title: 'When a launch is planned',
    verify: 'standard-webhooks',
    overlap: 'allow',
    input: { name: '${trigger.body.name}', posts: '${trigger.body.posts}' },
  },
  'translated-subtitles': {
    kind: 'event',
    title: 'When a transcription is done',
    event: 'transcription.done',
    overlap: 'allow',
    input: { transcription_id: '${trigger.event.object.id}' },
  },
  'stale-task-nudge': {
    kind: 'schedule',
    title: 'Every working day',
    cron: '0 8 * * mon-fri',
    input: { today: day },
  },
  'budget-alarm': {
    kind: 'event',
    title: 'When a project changes',
    event: 'project.updated',
    filter: 'event.data.resourcetype == "campaign"',
    debounce_seconds: 60,
    overlap: 'queue',
    input: { project_id: '${trigger.event.object.id}' },
  },
}
