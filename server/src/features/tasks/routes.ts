import { Type } from 'typebox'
import { resource } from '../../http/resource.ts'
import { cancelTask } from './cancel-task.ts'
import { followTask, getTask, getTaskProgress, listTasks } from './read-tasks.ts'
import { Task, TaskIdParams, TaskListQuery, TaskProgress } from './schemas.ts'

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

const tasks = resource({
  tag: 'Tasks',
  path: '/api/v1',
  read: 'tasks:read',
  write: 'tasks:write',
  params: TaskIdParams,
  notFound: 'task_not_found',
  record: Task,
  etag: true,
  example: { params: { task_id: exampleId }, record: exampleTask },
})

export function taskRoutes() {
  return [
    tasks.get('/tasks/{task_id}', {
      id: 'getTask',
      aliases: ['/api/v1/service/tasks/{task_id}'],
      summary: 'Poll a task',
      description:
        'Poll until `status` is SUCCESS or FAILURE. `info` is the result or the errors. A cancelled task is a FAILURE with `info.error.code` `cancelled` and `state` REVOKED. Polling every 15 to 20 seconds is enough. `Retry-After` says when the next poll is worthwhile, after 2 to 5 seconds, for clients that want the result sooner.',
      handle: (deps, { actor, params }) => getTask(deps, actor, params.task_id),
      headers: retryAfter,
    }),
    tasks.get('/service/tasks/progress/{task_id}', {
      id: 'getTaskProgress',
      summary: 'Read the progress of a task',
      description: 'The same task with the states that existing clients of this path know.',
      reply: TaskProgress,
      example: {
        reply: { status: 'processing', info: { percent: 40, stage: 'finding the subject' } },
      },
      handle: (deps, { actor, params }) => getTaskProgress(deps, actor, params.task_id),
      headers: retryAfter,
    }),
    tasks.list('/tasks', {
      id: 'listTasks',
      summary: 'List tasks, newest first',
      query: TaskListQuery,
      list: (deps, { actor, query }) => listTasks(deps, actor, query),
    }),
    tasks.post('/tasks/{task_id}/cancel', {
      id: 'cancelTask',
      summary: 'Cancel a task, before or after it has started',
      description:
        'The task ends with `status` FAILURE and `state` REVOKED. A task that has ended stays unchanged.',
      example: {
        reply: {
          ...{ ...exampleTask, status: 'FAILURE', state: 'REVOKED' },
          ...{ error: 'The task was cancelled.', finished_at: '2026-11-15T09:30:02.000Z' },
        },
      },
      etag: false,
      handle: (deps, { actor, params }) => cancelTask(deps, actor, params.task_id),
    }),
    tasks.get('/tasks/{task_id}/events', {
      id: 'followTask',
      summary: 'Follow a task until it ends',
      description:
        'Server-sent events with the task after each change. Resumes with `Last-Event-ID`.',
      reply: Type.String({ contentMediaType: 'text/event-stream' }),
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
