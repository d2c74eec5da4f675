import { Type } from 'typebox'
import { named } from '../../http/schemas.ts'
import { event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Workflow = named(
  'WorkflowEventData',
  Type.Object({ slug: text, title: text, version: Type.Integer() }),
)

const WorkflowRun = named(
  'WorkflowRunEventData',
  Type.Object({
    definition_id: uuid,
    version: Type.Integer(),
    correlation_id: text,
  }),
)

const Trigger = named(
  'WorkflowTriggerEventData',
  Type.Object({ workflow_id: uuid, kind: text, title: text }),
)

export const workflowEvents = {
  'workflow.created': event('workspace', 'A workflow was created.', Workflow),
  'workflow.updated': event('workspace', 'A workflow was changed.', Workflow),
  'workflow.deleted': event('workspace', 'A workflow was deleted; its runs continue.', Workflow),
  'workflow_trigger.created': event('workspace', 'A trigger was created.', Trigger),
  'workflow_trigger.updated': event('workspace', 'A trigger was changed.', Trigger),
  'workflow_trigger.deleted': event('workspace', 'A trigger was deleted.', Trigger),
  'workflow_run.started': event('workspace', 'A workflow run started.', WorkflowRun),
  'workflow_run.paused': event('workspace', 'A run was paused.', WorkflowRun),
  'workflow_run.resumed': event('workspace', 'A paused run was resumed.', WorkflowRun),
  'workflow_run.retried': event('workspace', 'A failed run was retried.', WorkflowRun),
  'workflow_run.restarted': event(
    'workspace',
    'A run was restarted from its first step.',
    WorkflowRun,
  ),
  'workflow_run.completed': event('workspace', 'A run completed.', WorkflowRun),
  'workflow_run.failed': event('workspace', 'A run failed.', WorkflowRun),
  'workflow_run.terminated': event('workspace', 'Someone terminated a run.', WorkflowRun),
  'workflow_run.timed_out': event('workspace', 'A run exceeded its deadline.', WorkflowRun),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof workflowEvents> {}
}
