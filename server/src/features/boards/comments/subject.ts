import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import {
  type CommentedProject,
  findCommentedProject,
  lockCommentedProject,
  publishCommentEvent,
  readersOfProject,
} from '../../projects/comment-subject.ts'
import { peopleWhoSee } from '../member-queries.ts'
import { findTask, lockTask, requireTask, type TaskRow } from '../tasks/access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import { linkToTask } from '../tasks/notify-assigned.ts'
import { writeSlug } from '../tasks/present-task.ts'
import type { BareChange } from '../tasks/state.ts'
import type { ContentType } from './schemas.ts'

/** A record that people comment on. */
export type Subject =
  | { type: 'task'; id: string; task: TaskRow }
  | { type: 'project'; id: string; project: CommentedProject }

/** Where comments are: the API's `content_type` and `object_pk`. */
export interface SubjectKey {
  content_type: ContentType
  object_pk: string
}

/** Whether the actor's permissions let them know of comments on such records. */
export function mayKnow({ permissions }: Actor, type: ContentType): boolean {
  if (type === 'project') return permissions.has('projects:read')
  return permissions.has('boards:read') || permissions.has('boards:write')
}

/** The record as the actor reads it; undefined if they cannot see it. */
export async function findSubject(
  sql: Sql,
  actor: Actor,
  { content_type, object_pk }: SubjectKey,
): Promise<Subject | undefined> {
  if (content_type === 'task') {
    if (!actor.permissions.has('boards:read')) return undefined
    const task = await findTask(sql, actor, object_pk)
    return task && ofTask(task)
  }
  const project = await findCommentedProject(sql, actor, object_pk)
  return project && ofProject(project)
}

export async function requireSubject(sql: Sql, actor: Actor, key: SubjectKey): Promise<Subject> {
  if (key.content_type === 'task') {
    return ofTask(await requireTask(sql, actor, key.object_pk, 'read'))
  }
  requirePermission(actor, 'projects:read')
  const subject = await findSubject(sql, actor, key)
  if (!subject) throw problem('project_not_found')
  return subject
}

/**
 * Locks the record for a change of its comments. Who can read a project can comment on it; a
 * protected board only takes comments of its members.
 */
export async function lockSubject(
  tx: Tx,
  actor: Actor,
  { content_type, object_pk }: SubjectKey,
): Promise<Subject> {
  if (content_type === 'task') {
    requirePermission(actor, 'boards:write')
    return ofTask(await lockTask(tx, actor, object_pk))
  }
  requirePermission(actor, 'projects:read')
  return ofProject(await lockCommentedProject(tx, actor, object_pk))
}

function ofTask(task: TaskRow): Subject {
  return { type: 'task', id: task.id, task }
}

function ofProject(project: CommentedProject): Subject {
  return { type: 'project', id: project.uuid ?? String(project.id), project }
}

/** The people among these who can read the comments. */
export function readersAmong(
  sql: Sql,
  workspaceId: number,
  subject: Subject,
  userIds: readonly number[],
): Promise<Set<number>> {
  return subject.type === 'task'
    ? peopleWhoSee(sql, workspaceId, subject.task.board, userIds)
    : readersOfProject(sql, subject.project, userIds)
}

interface CommentChange {
  verb: 'commented' | 'comment_edited' | 'comment_deleted'
  comment: { id: number; text: string }
  beside?: BareChange[]
}

/** Writes the activity of a task and publishes the event. A project has no activity. */
export async function recordComment(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  subject: Subject,
  about: CommentChange,
): Promise<void> {
  if (subject.type === 'task') {
    await changeTask(deps, tx, actor, subject.task, { about })
    return
  }
  await publishCommentEvent(tx, actor, subject.project, {
    type: `project.${about.verb}`,
    commentId: about.comment.id,
    at: deps.clock(),
  })
}

/** What a notification about the record says. */
export function describeMention(subject: Subject) {
  if (subject.type === 'task') {
    const { task } = subject
    return {
      name: writeSlug(task),
      link: linkToTask(task),
      ctaLabel: 'Open task',
      extra: { task_id: task.id },
    }
  }
  const { resourcetype, title } = subject.project
  return {
    name: title,
    link: `/projects/${resourcetype}/${subject.id}`,
    ctaLabel: 'Open project',
    extra: { project_id: subject.id, resourcetype },
  }
}
