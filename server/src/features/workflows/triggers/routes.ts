import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { listOf } from '../../../http/pagination.ts'
import { exampleId, exampleParams, exampleRunId } from '../examples.ts'
import { WorkflowParams } from '../schemas.ts'
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

const tag = 'Workflows'
const base = '/api/v1/service/workflows'
const triggerId = '4c3b2a19-0807-4655-8493-a2b1c0d9e8f7'
const params = { ...exampleParams, trigger_id: triggerId }
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

export function triggerRoutes(): Operation[] {
  return [
    operation({
      id: 'previewSchedule',
      method: 'GET',
      path: `${base}/schedule/preview`,
      tag,
      summary: 'List the next times of a schedule',
      description: 'Give `cron`, `every_seconds` or `rrule`.',
      permission: 'workflows:read',
      query: PreviewQuery,
      status: 200,
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
    operation({
      id: 'listWorkflowTriggers',
      method: 'GET',
      path: `${base}/{id}/triggers`,
      tag,
      summary: 'List the triggers of a workflow',
      permission: 'workflows:read',
      params: WorkflowParams,
      status: 200,
      reply: listOf(Trigger),
      notFound: 'workflow_not_found',
      example: { params: exampleParams, reply: { count: 1, results: [exampleTrigger] } },
      handle: (deps, { actor, params }) => listTriggers(deps, actor, params.id),
    }),
    operation({
      id: 'createWorkflowTrigger',
      method: 'POST',
      path: `${base}/{id}/triggers`,
      tag,
      summary: 'Create a trigger',
      description:
        'Starts runs on a schedule, after events, or when a webhook arrives. Also needs `workflows:run`: its runs act for you. The URL and the secret of a webhook are shown only once.',
      permission: 'workflows:write',
      params: WorkflowParams,
      body: CreateTriggerBody,
      status: 201,
      reply: NewTrigger,
      notFound: 'workflow_not_found',
      problems: ['quota_exceeded'],
      example: {
        params: exampleParams,
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
    operation({
      id: 'getWorkflowTrigger',
      method: 'GET',
      path: `${base}/{id}/triggers/{trigger_id}`,
      tag,
      summary: 'Read a trigger',
      permission: 'workflows:read',
      params: TriggerParams,
      status: 200,
      reply: Trigger,
      notFound: 'trigger_not_found',
      problems: ['workflow_not_found'],
      example: { params, reply: exampleTrigger },
      handle: (deps, { actor, params }) => getTrigger(deps, actor, params.id, params.trigger_id),
    }),
    operation({
      id: 'updateWorkflowTrigger',
      method: 'PATCH',
      path: `${base}/{id}/triggers/{trigger_id}`,
      tag,
      summary: 'Change, pause or resume a trigger',
      description: 'If you change what it does, its runs act for you from then on.',
      permission: 'workflows:write',
      params: TriggerParams,
      body: UpdateTriggerBody,
      status: 200,
      reply: Trigger,
      notFound: 'trigger_not_found',
      problems: ['workflow_not_found'],
      example: {
        params,
        body: { is_active: false },
        reply: { ...exampleTrigger, is_active: false },
      },
      handle: (deps, { actor, params, body }) =>
        updateTrigger(deps, actor, params.id, params.trigger_id, body),
    }),
    operation({
      id: 'deleteWorkflowTrigger',
      method: 'DELETE',
      path: `${base}/{id}/triggers/{trigger_id}`,
      tag,
      summary: 'Delete a trigger and its history',
      permission: 'workflows:write',
      params: TriggerParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'trigger_not_found',
      problems: ['workflow_not_found'],
      example: { params },
      handle: (deps, { actor, params }) => deleteTrigger(deps, actor, params.id, params.trigger_id),
    }),
    operation({
      id: 'fireWorkflowTrigger',
      method: 'POST',
      path: `${base}/{id}/triggers/{trigger_id}/fire`,
      tag,
      summary: 'Fire a trigger now, to test it',
      description:
        'Works for paused triggers too. The run acts for you, within what the author of the trigger may do.',
      permission: 'workflows:run',
      params: TriggerParams,
      body: FireBody,
      status: 200,
      reply: Firing,
      notFound: 'trigger_not_found',
      problems: ['workflow_not_found', 'too_many_runs'],
      example: { params, body: { trigger: { body: { name: 'autumn' } } }, reply: exampleFiring },
      handle: (deps, { actor, params: { id, trigger_id }, body }) =>
        fireNow(deps, actor, { key: id, id: trigger_id }, body.trigger),
    }),
    listOperation({
      id: 'listTriggerFirings',
      path: `${base}/{id}/triggers/{trigger_id}/firings`,
      tag,
      summary: 'List the firings of a trigger, newest first',
      permission: 'workflows:read',
      params: TriggerParams,
      query: FiringListQuery,
      entry: Firing,
      notFound: 'trigger_not_found',
      problems: ['workflow_not_found'],
      example: { params, query: { outcome: 'started' }, entry: exampleFiring },
      list: (deps, { actor, params: { id, trigger_id }, query }) =>
        listFirings(deps, actor, { key: id, id: trigger_id }, query),
    }),
    operation({
      id: 'rotateWorkflowTrigger',
      method: 'POST',
      path: `${base}/{id}/triggers/{trigger_id}/rotate`,
      tag,
      summary: 'Replace the URL and the secret of a webhook',
      permission: 'workflows:write',
      params: TriggerParams,
      body: RotateBody,
      status: 200,
      reply: NewTrigger,
      notFound: 'trigger_not_found',
      problems: ['workflow_not_found', 'trigger_not_webhook'],
      example: {
        params,
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
