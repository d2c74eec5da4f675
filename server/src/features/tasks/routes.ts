import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation, streamingOperation } from '../../http/operation.ts'
import { cancelTask } from './cancel-task.ts'
import { followTask, getTask, getTaskProgress, listTasks } from './read-tasks.ts'
import { Task, TaskIdParams, TaskListQuery, TaskProgress } from './schemas.ts'

const tag = 'Tasks'
const exampleId = '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64'

const exampleTask = {
  task_id: exampleId,
  kind: 'remove-background',
  status: 'PROGRESS',
  state: 'PROGRESS',
  info: { percent: 40, stage: 'finding the subject' },
  progress: { percent: 40, stage: 'finding the subject' },
  created_at: '2026-11-15T09:30:00.000Z',
  started_at: '2026-11-15T09:30:00.050Z',
  finished_at: null,
  attempts: 1,
  queue_position: null,
}

/** When to poll again: soon while the task runs, a little later while it is queued. */
function retryAfter({ status }: { status: string }): Record<string, string> {
  const isOver = ['SUCCESS', 'FAILURE', 'success', 'failed'].includes(status)
  const isQueued = status === 'PENDING' || status === 'pending'
  return isOver ? {} : { 'retry-after': isQueued ? '5' : '2' }
}

export function taskRoutes() {
  return [
    operation({
      id: 'getTask',
      method: 'GET',
      path: '/api/v1/tasks/{task_id}',
      aliases: ['/api/v1/service/tasks/{task_id}'],
      tag,
      summary: 'Poll a task',
      description:
        'Poll until `status` is SUCCESS or FAILURE. `info` is the result or the errors. A cancelled task is a FAILURE with `info.error.code` `cancelled` and `state` REVOKED. Polling every 15 to 20 seconds is enough. `Retry-After` says when the next poll is worthwhile, after 2 to 5 seconds, for clients that want the result sooner.',
      permission: 'tasks:read',
      params: TaskIdParams,
      status: 200,
      reply: Task,
      etag: true,
      notFound: 'task_not_found',
      example: { params: { task_id: exampleId }, reply: exampleTask },
      handle: (deps, { actor, params }) => getTask(deps, actor, params.task_id),
      headers: retryAfter,
    }),
    operation({
      id: 'getTaskProgress',
      method: 'GET',
      path: '/api/v1/service/tasks/progress/{task_id}',
      tag,
      summary: 'Read the progress of a task',
      description: 'The same task with the states that existing clients of this path know.',
      permission: 'tasks:read',
      params: TaskIdParams,
      status: 200,
      reply: TaskProgress,
      notFound: 'task_not_found',
      example: {
        params: { task_id: exampleId },
        reply: { status: 'processing', info: { percent: 40, stage: 'finding the subject' } },
      },
      handle: (deps, { actor, params }) => getTaskProgress(deps, actor, params.task_id),
      headers: retryAfter,
    }),
    listOperation({
      id: 'listTasks',
      path: '/api/v1/tasks',
      tag,
      summary: 'List tasks, newest first',
      permission: 'tasks:read',
      query: TaskListQuery,
      entry: Task,
      example: { entry: exampleTask },
      list: (deps, { actor, query }) => listTasks(deps, actor, query),
    }),
    operation({
      id: 'cancelTask',
      method: 'POST',
      path: '/api/v1/tasks/{task_id}/cancel',
      tag,
      summary: 'Cancel a task, before or after it has started',
      description:
        'The task ends with `status` FAILURE and `state` REVOKED. A task that has ended stays unchanged.',
      permission: 'tasks:write',
      params: TaskIdParams,
      status: 200,
      reply: Task,
      notFound: 'task_not_found',
      example: {
        params: { task_id: exampleId },
        reply: {
          ...{ ...exampleTask, status: 'FAILURE', state: 'REVOKED' },
          ...{ error: 'The task was cancelled.', finished_at: '2026-11-15T09:30:02.000Z' },
        },
      },
      handle: (deps, { actor, params }) => cancelTask(deps, actor, params.task_id),
    }),
    streamingOperation({
      id: 'followTask',
      method: 'GET',
      path: '/api/v1/tasks/{task_id}/events',
      tag,
      summary: 'Follow a task until it ends',
      description:
        'Server-sent events with the task after each change. Resumes with `Last-Event-ID`.',
      permission: 'tasks:read',
      params: TaskIdParams,
      reply: Type.String({ contentMediaType: 'text/event-stream' }),
      notFound: 'task_not_found',
      example: { params: { task_id: exampleId } },
      events: async (deps, { actor, params, lastEventId }, signal) => {
        await getTask(deps, actor, params.task_id) // 404 before the stream starts
        const after = Number(lastEventId) || 0
        return toServerSentEvents(followTask(deps, actor, params.task_id, after, signal))
      },
    }),
  ]
}

async function* toServerSentEvents(changes: ReturnType<typeof followTask>) {
  for await (const { version, task } of changes) {
    yield { id: String(version), event: 'task', data: task }
  }
}
