import { type TSchema, Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'
import { Notification } from '../notifications/schemas.ts'
import { Teamspace } from '../teamspaces/schemas.ts'
import { Workspace } from '../workspaces/schemas.ts'
import type { EventType } from './publish.ts'

/** What an event tells: a sentence, and what its `data` looks like. */
export interface EventDescription {
  description: string
  data: TSchema
}

const text = Type.String()
const uuid = Type.String({ format: 'uuid' })
const texts = Type.Array(Type.String())
const nothing = Type.Object({})
const before = <T extends TSchema>(schema: T) => Type.Object({ before: schema })
const change = <T extends TSchema>(schema: T) => Type.Object({ before: schema, after: schema })

const Role = Type.Object({ role: text })
const Joined = Type.Object({ email: text, role: text })
const UserId = Type.Object({ user_id: Type.Integer() })
const TaskKind = Type.Object({ kind: text })
const Asset = Type.Object({ name: text, asset_type: Type.Integer() })
const Voice = Type.Object({ voice_name: text, published: Type.Boolean() })
const Provider = Type.Object({ provider: text })

const Person = Type.Object({ id: Type.Integer(), name: text, kind: text })

const Workflow = Type.Object({ slug: text, title: text, version: Type.Integer() })

const WorkflowRun = Type.Object({
  definition_id: uuid,
  version: Type.Integer(),
  correlation_id: text,
})

const Question = Type.Object({
  thread_id: text,
  notification_id: uuid,
  answered_by: Nullable(Person),
})

const ChatWebhook = Type.Object({
  channel: text,
  kind: text,
  name: text,
  is_active: Type.Boolean(),
  last_error: Nullable(text),
})

const Project = Type.Object({ resourcetype: text, title: text, revision: Type.Integer() })

const ProjectChange = Type.Object({
  ...Project.properties,
  action: text,
  from_revision: Nullable(Type.Integer()),
  changed: Type.Array(Type.String(), { description: 'Fields that differ from before.' }),
  paths: Type.Array(Type.String(), { description: 'JSON Pointers; the first hundred.' }),
})

const ProjectItem = Type.Object({
  resourcetype: text,
  project_id: Type.Union([Type.Integer(), Type.String()]),
  title: text,
  changed: Type.Optional(texts),
})

const BoardTask = Type.Object({
  board: uuid,
  seq: Type.Integer({ description: 'Place in the activity of the task.' }),
  fields: Type.Array(Type.String(), { description: 'What has changed.' }),
})

const SocialAccount = Type.Object({
  network: text,
  name: text,
  handle: Nullable(text),
  is_active: Type.Boolean(),
})

const SocialPost = Type.Object({
  group_id: uuid,
  account: Type.Object({ id: Type.Integer(), network: text, name: text }),
  status: text,
  date: Nullable(Time),
})

const WebhookSubscription = Type.Object({
  host: text,
  description: text,
  event_types: texts,
  is_active: Type.Boolean(),
  disabled_reason: Nullable(text),
})

const said = (description: string, data: TSchema): EventDescription => ({ description, data })

/**
 * Every event of the service. A type without an entry does not compile, and the tests compare what
 * is published with what stands here.
 */
export const eventCatalogue: Readonly<Record<EventType, EventDescription>> = {
  'workspace.created': said('A workspace was made.', Workspace),
  'workspace.updated': said('Name, slug, settings or state were changed.', change(Workspace)),
  'teamspace.created': said('A teamspace was made.', Type.Object({ name: text, slug: text })),
  'teamspace.updated': said('A teamspace was changed.', change(Teamspace)),
  'teamspace.deleted': said('A teamspace was removed.', before(Teamspace)),
  'teamspace.member_added': said('A person came into a teamspace.', UserId),
  'teamspace.member_removed': said('A person was taken out of a teamspace.', UserId),
  'member.joined': said('A person accepted an invitation.', Joined),
  'member.updated': said('A member has another role.', change(Role)),
  'member.removed': said('A person is no longer a member.', Joined),
  'invitation.created': said(
    'A person was invited.',
    Type.Object({ email: text, role: text, teamspace_ids: Type.Array(Type.Integer()) }),
  ),
  'invitation.revoked': said('An invitation was taken back.', Type.Object({ email: text })),
  'api_key.created': said(
    'An API key was made.',
    Type.Object({ name: text, prefix: text, scopes: texts }),
  ),
  'api_key.revoked': said('An API key was revoked.', Type.Object({ name: text, prefix: text })),
  'task.submitted': said('A task was accepted.', TaskKind),
  'task.succeeded': said('A task has its result.', TaskKind),
  'task.failed': said('A task failed for good.', TaskKind),
  'task.cancelled': said('A task was cancelled.', TaskKind),
  'asset.created': said('A file was added, by upload or as a result.', Asset),
  'asset.deleted': said('A file was removed.', Type.Object({ name: text })),
  'engine.chosen': said(
    'Another engine does this work from now on.',
    Type.Object({ kind: text, model: Nullable(text) }),
  ),
  'engine.reset': said('The engine is the default one again.', nothing),
  'voice.created': said('A voice was added.', Voice),
  'voice.updated': said('A voice was changed.', Voice),
  'voice.deleted': said('A voice was removed.', Voice),
  'transcription.submitted': said(
    'A recording is to be transcribed.',
    Type.Object({ provider: text, language_code: text }),
  ),
  'transcription.done': said('A transcription has its text.', Provider),
  'transcription.failed': said('A transcription failed.', Provider),
  'transcription.updated': said('Somebody corrected the text.', change(Nullable(text))),
  'transcription.deleted': said('A transcription was removed.', nothing),
  'video.submitted': said('A video is to be made.', Type.Object({ model: text })),
  'video.done': said('A video is ready.', nothing),
  'video.failed': said('A video failed.', nothing),
  'notification.created': said(
    'Somebody was notified. Personal: only that person sees it.',
    Type.Omit(Notification, ['body']),
  ),
  'notification.updated': said(
    'Somebody marked notifications of theirs. Personal.',
    Type.Object({
      action: text,
      until: Nullable(Time),
      ids: Nullable(Type.Array(uuid)),
      count: Type.Integer(),
    }),
  ),
  'notification.digest': said(
    'Several notifications in one. Personal.',
    Type.Object({
      category: text,
      count: Type.Integer(),
      messages: Type.Array(
        Type.Object({
          id: uuid,
          title: text,
          message: text,
          thread_id: Nullable(text),
          created_at: Time,
        }),
      ),
    }),
  ),
  'delivery.failed': said(
    'A notification could not be delivered on one of its ways.',
    Type.Object({ notification_id: uuid, channel: text, category: text, reason: text }),
  ),
  'question.answered': said('A question was answered; the answer is in the thread.', Question),
  'question.expired': said('Nobody answered a question in time.', Question),
  'question.cancelled': said('A question was withdrawn.', Question),
  'thread.message': said('Somebody wrote in a thread.', Type.Object({ message_id: uuid })),
  'chat.message': said(
    'A message was posted in a channel.',
    Type.Object({
      channel: text,
      title: Nullable(text),
      author: text,
      notification_id: Nullable(uuid),
    }),
  ),
  'chat_webhook.created': said('A channel is forwarded to a chat elsewhere.', ChatWebhook),
  'chat_webhook.updated': said('A chat webhook was changed or switched.', change(ChatWebhook)),
  'chat_webhook.deleted': said('A chat webhook was removed.', before(ChatWebhook)),
  'project_type.created': said(
    'A type of projects was added.',
    Type.Object({ resourcetype: text, id_kind: text, title: text }),
  ),
  'project_type.deleted': said('A type of projects was removed.', nothing),
  'project.created': said('A project was made.', Project),
  'project.updated': said('A project has a new revision.', ProjectChange),
  'project.deleted': said('A project was removed; it can be restored.', Project),
  'project.restored': said('A project that was removed is back.', Project),
  'project.reverted': said('A project went back to an earlier revision.', ProjectChange),
  'project_item.created': said('An item was added to a project.', ProjectItem),
  'project_item.updated': said('An item of a project was changed.', ProjectItem),
  'project_item.deleted': said('An item of a project was removed.', ProjectItem),
  'project_item.reordered': said(
    'The items of a project have another order.',
    Type.Object({ resourcetype: text, ids: Type.Array(uuid) }),
  ),
  'pm_board.created': said('A board was made.', nothing),
  'pm_board.updated': said('A board was changed.', Type.Object({ fields: texts })),
  'pm_board.deleted': said('A board was removed.', nothing),
  'pm_task.created': said('A task was put on a board.', BoardTask),
  'pm_task.updated': said('Fields of a task were changed.', BoardTask),
  'pm_task.status_changed': said('A task has another status.', BoardTask),
  'pm_task.assigned': said('A task was given to somebody.', BoardTask),
  'pm_task.unassigned': said('A task was taken from somebody.', BoardTask),
  'pm_task.commented': said('Somebody commented on a task.', BoardTask),
  'pm_task.comment_edited': said('A comment on a task was changed.', BoardTask),
  'pm_task.comment_deleted': said('A comment on a task was removed.', BoardTask),
  'pm_task.attached': said('A file was attached to a task.', BoardTask),
  'pm_task.detached': said('A file is no longer attached to a task.', BoardTask),
  'pm_task.dependency_added': said('A task depends on another.', BoardTask),
  'pm_task.dependency_removed': said('A task no longer depends on another.', BoardTask),
  'pm_task.completed': said('A task is done.', BoardTask),
  'pm_task.reopened': said('A task that was done is open again.', BoardTask),
  'pm_task.deleted': said('A task was removed.', BoardTask),
  'social_account.connected': said('A social account was connected.', SocialAccount),
  'social_account.updated': said('A social account was changed.', SocialAccount),
  'social_account.disconnected': said('A social account was disconnected.', SocialAccount),
  'social_draft.created': said('A draft was written.', SocialPost),
  'social_draft.updated': said('A draft was changed.', SocialPost),
  'social_draft.deleted': said('A draft was removed.', SocialPost),
  'social_post.created': said('A post was written.', SocialPost),
  'social_post.updated': said('A post was changed.', SocialPost),
  'social_post.deleted': said('A post was removed.', SocialPost),
  'social_post.scheduled': said('A post has its time.', SocialPost),
  'social_post.published': said(
    'A post is out.',
    Type.Object({ ...SocialPost.properties, url: Nullable(text) }),
  ),
  'social_post.failed': said(
    'A post could not be published.',
    Type.Object({ ...SocialPost.properties, error: Nullable(text) }),
  ),
  'workflow.created': said('A workflow was made.', Workflow),
  'workflow.updated': said('A workflow was changed.', Workflow),
  'workflow.deleted': said('A workflow was deleted; its runs go on.', Workflow),
  'workflow_run.started': said('A run of a workflow began.', WorkflowRun),
  'workflow_run.paused': said('A run was paused.', WorkflowRun),
  'workflow_run.resumed': said('A paused run goes on.', WorkflowRun),
  'workflow_run.retried': said('A run that had failed was taken up again.', WorkflowRun),
  'workflow_run.restarted': said('A run began again from its first step.', WorkflowRun),
  'workflow_run.completed': said('A run is done.', WorkflowRun),
  'workflow_run.failed': said('A run failed.', WorkflowRun),
  'workflow_run.terminated': said('A run was ended by somebody.', WorkflowRun),
  'workflow_run.timed_out': said('A run was not done by its deadline.', WorkflowRun),
  'webhook_subscription.created': said('Events are sent to an address.', WebhookSubscription),
  'webhook_subscription.updated': said(
    'A webhook subscription was changed or switched.',
    change(WebhookSubscription),
  ),
  'webhook_subscription.secret_rotated': said('A webhook subscription has a new secret.', nothing),
  'webhook_subscription.deleted': said(
    'A webhook subscription was removed.',
    before(WebhookSubscription),
  ),
}

export const eventTypes = Object.keys(eventCatalogue) as EventType[]
