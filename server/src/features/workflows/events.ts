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

export const workflowEvents = {
  'workflow.created': event('workspace', 'A workflow was made.', Workflow),
  'workflow.updated': event('workspace', 'A workflow was changed.', Workflow),
  'workflow.deleted': event('workspace', 'A workflow was deleted; its runs go on.', Workflow),
  'workflow_run.started': event('workspace', 'A run of a workflow began.', WorkflowRun),
  'workflow_run.paused': event('workspace', 'A run was paused.', WorkflowRun),
  'workflow_run.resumed': event('workspace', 'A paused run goes on.', WorkflowRun),
  'workflow_run.retried': event(
    'workspace',
    'A run that had failed was taken up again.',
    WorkflowRun,
  ),
  'workflow_run.restarted': event(
    'workspace',
    'A run began again from its first step.',
    WorkflowRun,
  ),
  'workflow_run.completed': event('workspace', 'A run is done.', WorkflowRun),
  'workflow_run.failed': event('workspace', 'A run failed.', WorkflowRun),
  'workflow_run.terminated': event('workspace', 'A run was ended by somebody.', WorkflowRun),
  'workflow_run.timed_out': event('workspace', 'A run was not done by its deadline.', WorkflowRun),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof workflowEvents> {}
}
