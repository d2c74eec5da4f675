import type { Answer, Harness, Tenant } from './harness.ts'

type Person = Pick<Tenant, 'userId' | 'workspaceId' | 'key'>

export const notifyPath = '/api/v1/service/agent/notify'

export function buildNotification({ userId, workspaceId }: Person, changes: object = {}) {
  return {
    userId: String(userId),
    workspaceId: String(workspaceId),
    category: 'agentTaskCompleted',
    title: 'The report is ready',
    message: 'Reach grew by 12 %.',
    ...changes,
  }
}

/** Sends a notification as an agent does, with a key of the person by default. */
export function notify(
  service: Harness,
  to: Person,
  changes: object = {},
  key = to.key,
): Promise<Answer> {
  return service.call('POST', notifyPath, { key, body: buildNotification(to, changes) })
}
