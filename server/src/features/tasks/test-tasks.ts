import type { Harness, Tenant } from '../../../test/harness.ts'
import { operator } from '../workspaces/operator.ts'
import type { TaskKind } from './kinds.ts'
import { runNextTask } from './run-task.ts'
import { submitTask } from './submit-task.ts'

/** A lane that no worker of the service reads, so each test decides when a task runs. */
export const lane = 'bench' as never

const goingOn = new AbortController().signal

export function taskClient(service: Harness, kinds: ReadonlyMap<string, TaskKind>) {
  return {
    submit: async (
      tenant: Tenant,
      name: string,
      extra: { input?: object; webhookUrl?: string } = {},
    ) => {
      const actor = await operator(service.deps, { workspace: tenant.slug, user: tenant.email })
      const { task_id } = await service.deps.db.transaction(tenant.workspaceId, (tx) =>
        submitTask(service.deps, tx, actor, {
          kind: name,
          lane,
          input: { name, ...extra.input },
          webhookUrl: extra.webhookUrl,
        }),
      )
      return task_id
    },
    runNext: () => runNextTask(service.deps, kinds, lane, goingOn),
  }
}
