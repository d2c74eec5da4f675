import { operation } from '../../http/operation.ts'
import type { Service } from '../feature.ts'
import { TaskIdParams } from '../tasks/schemas.ts'
import { getTaskInput } from './read-task-input.ts'
import { TaskInput } from './schemas.ts'

const tag = 'Tasks'
const exampleId = '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64'

export function taskInputRoutes({ tasks }: Pick<Service, 'tasks'>) {
  const shown = new Set(tasks.filter(({ showsInput }) => showsInput).map(({ name }) => name))
  return [
    operation({
      id: 'getTaskInput',
      method: 'GET',
      path: '/api/v1/tasks/{task_id}/input',
      tag,
      summary: 'Read the input of a task',
      description:
        'The tool and its input. It is separate from the task, because clients poll the task. Inline files, secrets, and parts of URLs that may be secret are omitted; `left_out` lists them.',
      permission: 'tasks:read',
      params: TaskIdParams,
      reply: TaskInput,
      etag: true,
      notFound: 'task_not_found',
      example: {
        params: { task_id: exampleId },
        reply: {
          task_id: exampleId,
          tool: 'replace-background',
          input: {
            image_url: '5b0c8a52-2c65-4b2c-9a8e-4a1f6f0f2a11',
            output_format: 'png',
          },
          left_out: [
            {
              field: 'background_url',
              reason: 'data_url',
              content_type: 'image/png',
              length: 81_234,
            },
            { field: 'webhook_url', reason: 'secret' },
          ],
        },
      },
      handle: (deps, { actor, params }) => getTaskInput(deps, actor, params.task_id, shown),
    }),
  ]
}
