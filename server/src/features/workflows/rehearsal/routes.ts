import type { OperationCaller } from '../../../http/call-operation.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { exampleParams } from '../examples.ts'
import { WorkflowParams } from '../schemas.ts'
import { rehearseWorkflow } from './rehearse-workflow.ts'
import { Rehearsal, RehearseBody } from './schemas.ts'

export function rehearsalRoutes(caller: () => OperationCaller): Operation[] {
  return [
    operation({
      id: 'rehearseWorkflow',
      method: 'POST',
      path: '/api/v1/service/workflows/{id}/rehearse',
      tag: 'Workflows',
      summary: 'Rehearse a workflow: see its effects, change nothing',
      description:
        'Runs the workflow on your real data without changing or sending anything. Lists what each step would do, and every effect of the whole run.',
      permission: 'workflows:run',
      params: WorkflowParams,
      body: RehearseBody,
      reply: Rehearsal,
      // It has its own transaction, which is rolled back.
      callsOutside: true,
      notFound: 'workflow_not_found',
      problems: ['too_many_runs', 'rehearsal_too_long'],
      example: {
        params: exampleParams,
        body: { input: { name: 'autumn' }, answers: { approval: 'approved' } },
        reply: {
          status: 'COMPLETED',
          output: { tagged: true },
          steps: [
            {
              path: 'tag',
              type: 'call',
              title: 'tag',
              status: 'completed',
              would: { operation: 'createTag', body: { name: 'autumn' } },
              output: { id: 7, name: 'autumn' },
              error: null,
              duration_ms: 4,
            },
          ],
          effects: [
            {
              kind: 'write',
              summary: 'Create a tag: autumn',
              details: { operation: 'createTag', body: { name: 'autumn' } },
            },
          ],
        },
      },
      handle: (deps, { actor, params, body }) =>
        rehearseWorkflow(deps, caller(), actor, params.id, body),
    }),
  ]
}
