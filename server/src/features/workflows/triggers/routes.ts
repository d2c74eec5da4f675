import type { Operation } from '../../../http/operation.ts'
import { listSchema } from '../../../http/pagination.ts'
import { resource } from '../../../http/resource.ts'
import { exampleId, exampleParams, exampleRunId } from '../examples.ts'
import { fireNow } from './fire-now.ts'
import { previewSchedule } from './preview-schedule.ts'
import { getTrigger, listFirings, listTriggers } from './read-triggers.ts'
import { rotateTrigger } from './rotate-trigger.ts'
import { createTrigger, deleteTrigger, updateTrigger } from './save-trigger.ts'
import {
  CreateTriggerBody,
  FireBody,
  Firing,
  FiringListQuery,
  NewTrigger,
  PreviewQuery,
  PreviewReply,
  RotateBody,
  Trigger,
  TriggerParams,
  UpdateTriggerBody,
} from './schemas.ts'

const triggerId = '4c3b2a19-0807-4655-8493-a2b1c0d9e8f7'
const maker = { id: 1, name: 'Mia Wong', kind: 'user' }
const at = '2026-11-15T09:30:00.000Z'

const exampleTrigger = {
  id: triggerId,
  workflow_id: exampleId,
  kind: 'schedule',
  title: 'Every Monday',
  is_active: true,
  input: { name: 'week-${trigger.scheduled_for}' },
  overlap: 'skip',
  dedupe_key: null,
  cron: '0 9 * * mon',
  tz: 'Europe/Berlin',
  starts_at: at,
  catch_up: 'latest',
  created_by: maker,
  runs_as: maker,
  created_at: at,
  updated_at: at,
  next_fire_at: '2026-11-16T08:00:00.000Z',
  last_fired_at: null,
  last_outcome: null,
}

const exampleFiring = {
  id: '9f8e7d6c-5b4a-4938-8271-60f5e4d3c2b1',
  fired_at: '2026-11-16T08:00:00.120Z',
  scheduled_for: '2026-11-16T08:00:00.000Z',
  outcome: 'started',
  reason: null,
  run_id: exampleRunId,
  event_id: null,
}

const triggers = resource({
  tag: 'Workflows',
  path: '/api/v1/service/workflows',
  read: 'workflows:read',
  write: 'workflows:write',
  params: TriggerParams,
  notFound: 'trigger_not_found',
  record: Trigger,
  example: { params: { ...exampleParams, trigger_id: triggerId }, record: exampleTrigger },
})

export function triggerRoutes(): Operation[] {
  return [
    triggers.get('/schedule/preview', {
      id: 'previewSchedule',
      summary: 'List the next times of a schedule',
      description: 'Give `cron`, `every_seconds` or `rrule`.',
      query: PreviewQuery,
      reply: PreviewReply,
      example: {
        query: { cron: '0 9 * * mon', tz: 'Europe/Berlin', count: 1 },
        reply: {
          tz: 'Europe/Berlin',
          times: [{ at: '2026-11-16T08:00:00.000Z', local: '2026-11-16T09:00' }],
        },
      },
      handle: (deps, { actor, query }) => previewSchedule(deps, actor, query),
    }),
    triggers.get('/{id}/triggers', {
      id: 'listWorkflowTriggers',
      summary: 'List the triggers of a workflow',
      reply: listSchema(Trigger),
      notFound: 'workflow_not_found',
      example: { reply: { count: 1, results: [exampleTrigger] } },
      handle: (deps, { actor, params }) => listTriggers(deps, actor, params.id),
    }),
    triggers.create('/{id}/triggers', {
      id: 'createWorkflowTrigger',
      summary: 'Create a trigger',
      description:
        'Starts runs on a schedule, after events, or when a webhook arrives. Also needs `workflows:run`: its runs act for you. The URL and the secret of a webhook are shown only once.',
      body: CreateTriggerBody,
      reply: NewTrigger,
      notFound: 'workflow_not_found',
      problems: ['quota_exceeded'],
      example: {
        body: {
          kind: 'schedule',
          title: 'Every Monday',
          cron: '0 9 * * mon',
          tz: 'Europe/Berlin',
          input: { name: 'week-${trigger.scheduled_for}' },
        },
        reply: exampleTrigger,
      },
      handle: (deps, { actor, params, body }) => createTrigger(deps, actor, params.id, body),
    }),
    triggers.get('/{id}/triggers/{trigger_id}', {
      id: 'getWorkflowTrigger',
      summary: 'Read a trigger',
      problems: ['workflow_not_found'],
      handle: (deps, { actor, params }) => getTrigger(deps, actor, params.id, params.trigger_id),
    }),
    triggers.patch('/{id}/triggers/{trigger_id}', {
      id: 'updateWorkflowTrigger',
      summary: 'Change, pause or resume a trigger',
      description: 'If you change what it does, its runs act for you from then on.',
      body: UpdateTriggerBody,
      problems: ['workflow_not_found'],
      example: {
        body: { is_active: false },
        reply: { ...exampleTrigger, is_active: false },
      },
      handle: (deps, { actor, params, body }) =>
        updateTrigger(deps, actor, params.id, params.trigger_id, body),
    }),
    triggers.delete('/{id}/triggers/{trigger_id}', {
      id: 'deleteWorkflowTrigger',
      summary: 'Delete a trigger and its history',
      problems: ['workflow_not_found'],
      handle: (deps, { actor, params }) => deleteTrigger(deps, actor, params.id, params.trigger_id),
    }),
    triggers.post('/{id}/triggers/{trigger_id}/fire', {
      id: 'fireWorkflowTrigger',
      summary: 'Fire a trigger now, to test it',
      description:
        'Works for paused triggers too. The run acts for you, within what the author of the trigger may do.',
      permission: 'workflows:run',
      body: FireBody,
      reply: Firing,
      problems: ['workflow_not_found', 'too_many_runs'],
      example: {
        body: { trigger: { body: { name: 'autumn' } } },
        reply: exampleFiring,
      },
      handle: (deps, { actor, params: { id, trigger_id }, body }) =>
        fireNow(deps, actor, { key: id, id: trigger_id }, body.trigger),
    }),
    triggers.list('/{id}/triggers/{trigger_id}/firings', {
      id: 'listTriggerFirings',
      summary: 'List the firings of a trigger, newest first',
      query: FiringListQuery,
      entry: Firing,
      problems: ['workflow_not_found'],
      example: { query: { outcome: 'started' }, entry: exampleFiring },
      list: (deps, { actor, params: { id, trigger_id }, query }) =>
        listFirings(deps, actor, { key: id, id: trigger_id }, query),
    }),
    triggers.post('/{id}/triggers/{trigger_id}/rotate', {
      id: 'rotateWorkflowTrigger',
      summary: 'Replace the URL and the secret of a webhook',
      body: RotateBody,
      reply: NewTrigger,
      problems: ['workflow_not_found', 'trigger_not_webhook'],
      example: {
        body: { keep_seconds: 3600 },
        reply: {
          ...exampleTrigger,
          kind: 'webhook',
          url: 'https://atelier.example.com/api/v1/hooks/kL9…',
        },
      },
      handle: (deps, { actor, params: { id, trigger_id }, body }) =>
        rotateTrigger(deps, actor, { key: id, id: trigger_id }, body),
    }),
  ]
}
