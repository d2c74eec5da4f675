import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server'
import type { Deps } from '../../deps.ts'
import { toProblem } from '../../http/errors.ts'
import type { Problem } from '../../http/problem.ts'
import { admitted } from './authorized-request.ts'
import { taskTimes } from './jobs/task-result.ts'
import type { Caller, Surface, TaskKind, TaskView } from './surface.ts'

export const tasksExtension = 'io.modelcontextprotocol/tasks'

interface TaskParams {
  taskId: string
}

/** The library takes any validator of the Standard Schema. */
const params = {
  '~standard': {
    version: 1 as const,
    vendor: 'atelier',
    validate: (value: unknown) => {
      const { taskId } = (value ?? {}) as TaskParams
      if (typeof taskId === 'string' && taskId !== '') return { value: { taskId } }
      return { issues: [{ message: 'taskId must be text' }] }
    },
    types: undefined as unknown as { input: TaskParams; output: TaskParams },
  },
}

/** Tasks are records of the service, so any process answers for them, also after a restart. */
export function serveTasks(deps: Deps, server: Server, { tasks }: Surface): void {
  const find = async (asked: Caller, taskId: string): Promise<[TaskKind, TaskView]> => {
    for (const kind of tasks) {
      const view = await kind.read(asked, taskId).catch(asUnknown)
      if (view) return [kind, view]
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}.`)
  }
  const asked = (ctx: Parameters<typeof admitted>[0]) => {
    if (server.getClientCapabilities()?.extensions?.[tasksExtension] === undefined) {
      const extensions = { [tasksExtension]: {} }
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions } })
    }
    return { deps, actor: admitted(ctx).actor }
  }

  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, ctx) => {
    const [, view] = await find(asked(ctx), taskId)
    return { resultType: 'complete', ...view, ...taskTimes }
  })
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, ctx) => {
    const caller = asked(ctx)
    const [kind] = await find(caller, taskId)
    await kind.update(caller, taskId, ctx.mcpReq.inputResponses ?? {})
    return { resultType: 'complete' }
  })
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, ctx) => {
    const caller = asked(ctx)
    const [kind] = await find(caller, taskId)
    await kind.cancel(caller, taskId).catch(asUnknown)
    return { resultType: 'complete' }
  })
}

/** Another workspace's task is as unknown as one that does not exist. */
function asUnknown(error: unknown): undefined {
  const { status } = toProblem(error as Problem, undefined)
  if (status >= 500) throw error
  return undefined
}
