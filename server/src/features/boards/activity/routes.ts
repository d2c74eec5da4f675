import { operation } from '../../../http/operation.ts'
import { pageSchema, toPage } from '../../../http/pagination.ts'
import { exampleEntry } from '../examples.ts'
import { TaskParams } from '../tasks/schemas.ts'
import { getTaskActivity } from './read-activity.ts'
import { ActivityEntry, ActivityQuery } from './schemas.ts'

export function activityRoutes() {
  return [
    operation({
      id: 'getTaskActivity',
      method: 'GET',
      path: '/api/v1/pm/tasks/{task_id}/activity',
      tag: 'Board tasks',
      summary: 'List the activity of a task, newest first',
      description:
        'Every change adds one entry. If you follow `next`, you see each entry once, even if more are added.',
      permission: 'boards:read',
      params: TaskParams,
      query: ActivityQuery,
      reply: pageSchema(ActivityEntry),
      notFound: 'pm_task_not_found',
      example: {
        params: { task_id: 'LAUNCH-12' },
        query: { page: 1, page_size: 25 },
        reply: { count: 1, next: null, previous: null, results: [exampleEntry] },
      },
      handle: async (deps, { actor, params, query, url }) => {
        const activity = await getTaskActivity(deps, actor, params.task_id, query)
        const activityUrl = new URL(url, deps.config.publicUrl)
        activityUrl.searchParams.set('as_of', String(activity.count))
        return toPage(deps.config.publicUrl, activityUrl.href, query, activity)
      },
    }),
  ]
}
