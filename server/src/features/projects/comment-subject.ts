import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { publish } from '../events/publish.ts'
import { commentedProject, type ProjectRow, projectByKey, projectReaders } from './queries.ts'

/** A project that people comment on. */
export type CommentedProject = Pick<
  ProjectRow,
  'id' | 'uuid' | 'workspace_id' | 'resourcetype' | 'space_id' | 'title'
>

export interface CommentEvent {
  type: 'project.commented' | 'project.comment_edited' | 'project.comment_deleted'
  commentId: number
  at: Date
}

/** The project with this id, whatever its type, if the actor can see it and it is not deleted. */
export async function findCommentedProject(
  sql: Sql,
  actor: Actor,
  id: string,
): Promise<CommentedProject | undefined> {
  if (!actor.permissions.has('projects:read')) return undefined
  return projectByKey(sql, actor, id)
}

/** Whether comment `c` is on a project that the actor can see. */
export function isOnVisibleProject(sql: Sql, actor: Actor): Part {
  return actor.permissions.has('projects:read') ? commentedProject(sql, actor) : sql.part`false`
}

/** Locks the project until the transaction ends, so that its comments change one at a time. */
export async function lockCommentedProject(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<CommentedProject> {
  const project = await projectByKey(tx, actor, id, true)
  if (!project) throw problem('project_not_found')
  return project
}

/** The people among these who can read the project. Guests have no projects. */
export async function readersOfProject(
  sql: Sql,
  project: CommentedProject,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  return projectReaders(sql, project, userIds)
}

/** The event names the comment; clients read its text from the API. */
export function publishCommentEvent(
  tx: Tx,
  actor: Actor,
  { uuid, id, resourcetype, title, space_id: spaceId }: CommentedProject,
  { type, commentId, at }: CommentEvent,
): Promise<void> {
  const object = { type: 'project', id: uuid ?? id }
  const data = { resourcetype, title, comment_id: commentId }
  return publish(tx, actor, { type, object, data, at, spaceId })
}
