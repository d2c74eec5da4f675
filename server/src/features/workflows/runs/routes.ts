import { Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { listSchema } from '../../../http/pagination.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { ProblemCode } from '../../../http/problems.ts'
import { resource } from '../../../http/resource.ts'
import {
  exampleRun,
  exampleRunId,
  exampleRunParams,
  exampleRunSummary,
  exampleStep,
} from '../examples.ts'
import { approveStep } from './approve-step.ts'
import { inStates } from './basic-states.ts'
import { pauseRun, restartRun, resumeRun, retryRun, terminateRun } from './control-run.ts'
import { followRun, getRunState, listRunSteps, listRuns } from './read-runs.ts'
import {
  ApproveBody,
  ReasonBody,
  RunListQuery,
  RunParams,
  RunState,
  RunStatusQuery,
  RunStepWithData,
  RunSummary,
  StartBody,
  StartReply,
} from './schemas.ts'
import { startRun } from './start-run.ts'

const runs = resource({
  tag: 'Workflows',
  path: '/api/v1/service/workflows',
  read: 'workflows:read',
  write: 'workflows:run',
  params: RunParams,
  notFound: 'run_not_found',
  record: RunState,
  example: { params: exampleRunParams, record: exampleRun },
})

export function workflowRunRoutes() {
  return [
    runs.post('/{id}/start', {
      id: 'startWorkflow',
      summary: 'Start a run of a workflow',
      description:
        'Returns the id of the run, which is not the workflow’s id. Keep it to check the status.',
      body: StartBody,
      reply: StartReply,
      notFound: 'workflow_not_found',
      problems: ['idempotency_key_reused', 'too_many_runs'],
      example: {
        body: {
          input: { name: 'autumn' },
          source: 'the launch agent',
          idempotency_key: 'autumn-1',
        },
        reply: {
          correlation_id: exampleRun.correlation_id,
          workflow_id: exampleRunId,
          run_id: exampleRunId,
        },
      },
      handle: (deps, { actor, params, body }) => startRun(deps, actor, params.id, body),
    }),
    runs.list('/runs', {
      id: 'listAllRuns',
      summary: 'List the runs of all workflows, newest first',
      query: RunListQuery,
      entry: RunSummary,
      example: { query: { status: 'RUNNING' }, entry: exampleRunSummary },
      list: (deps, { actor, query }) => listRuns(deps, actor, undefined, query),
    }),
    runs.list('/{id}/runs', {
      id: 'listWorkflowRuns',
      summary: 'List the runs of a workflow, newest first',
      query: RunListQuery,
      entry: RunSummary,
      notFound: 'workflow_not_found',
      example: { entry: exampleRunSummary },
      list: (deps, { actor, params, query }) => listRuns(deps, actor, params.id, query),
    }),
    runs.get('/{id}/runs/{run_id}/status', {
      id: 'getWorkflowRunStatus',
      summary: 'Read a run',
      description:
        'With `Accept: text/event-stream`, streams the run after each change until it ends; resumes with `Last-Event-ID`. A `PAUSED` run has not ended. Only its starter, the workflow’s authors and administrators see `input`, `output` and errors; for others they are empty.',
      query: RunStatusQuery,
      handle: async (deps, { actor, params, query }) =>
        inStates(query.states, await getRunState(deps, actor, params.id, params.run_id)),
      events: async (deps, { actor, params, query, lastEventId }, signal) => {
        await getRunState(deps, actor, params.id, params.run_id) // 404 before the stream starts
        const run = { key: params.id, id: params.run_id }
        const changes = followRun(deps, actor, run, Number(lastEventId) || 0, signal)
        return toServerSentEvents(changes, query.states)
      },
    }),
    runs.get('/{id}/runs/{run_id}/steps', {
      id: 'listWorkflowRunSteps',
      summary: 'List the steps of a run with their input and output',
      reply: listSchema(RunStepWithData),
      example: { reply: { count: 1, results: [exampleStep] } },
      handle: (deps, { actor, params }) => listRunSteps(deps, actor, params.id, params.run_id),
    }),
    command('pauseWorkflowRun', 'pause', {
      summary: 'Pause a run',
      description:
        'No new steps start until it resumes. Steps in progress finish, and count once it resumes.',
      problems: ['run_ended'],
      withReason: true,
      act: pauseRun,
    }),
    command('resumeWorkflowRun', 'resume', {
      summary: 'Resume a paused run',
      description: 'The duration of the pause is added to its deadline.',
      problems: ['run_ended'],
      act: resumeRun,
    }),
    command('retryWorkflowRun', 'retry', {
      summary: 'Retry a run that ended without success',
      description: 'Continues from the failed steps. Completed steps are not repeated.',
      problems: ['run_not_ended', 'run_completed', 'too_many_runs'],
      act: retryRun,
    }),
    command('restartWorkflowRun', 'restart', {
      summary: 'Restart a run from its first step',
      description: 'Keeps the id, the input and the version of the definition.',
      problems: ['run_not_ended', 'too_many_runs'],
      act: restartRun,
    }),
    command('terminateWorkflowRun', 'terminate', {
      summary: 'Terminate a run',
      description: 'Cancels its tasks and questions in progress.',
      problems: ['run_ended'],
      withReason: true,
      act: terminateRun,
    }),
    runs.post('/{id}/runs/{run_id}/approve', {
      id: 'approveWorkflowStep',
      onlyPeople: true,
      summary: 'Approve or reject a step of a run',
      description:
        'Has the same effect as an answer in the inbox; the first answer wins. A paused run uses it once it resumes.',
      body: ApproveBody,
      problems: [
        'step_not_waiting',
        'person_required',
        'question_answered',
        'question_expired',
        'question_cancelled',
      ],
      example: { body: { task_reference_name: 'approval', status: 'approved' } },
      handle: (deps, { actor, params, body }) =>
        approveStep(deps, actor, params.id, params.run_id, body),
    }),
  ]
}

interface Command {
  summary: string
  description: string
  problems: ProblemCode[]
  withReason?: boolean
  act(deps: Deps, actor: Actor, key: string, id: string, reason?: string): Promise<RunState>
}

/** Commands that people and agents send to runs; all return the updated run. */
function command(id: string, verb: string, { act, withReason, ...texts }: Command) {
  return runs.post(`/{id}/runs/{run_id}/${verb}`, {
    id,
    ...texts,
    ...(withReason && { body: Type.Union([ReasonBody, Type.Null()]) }),
    example: withReason ? { body: { reason: 'The budget is not settled yet.' } } : {},
    handle: (deps, { actor, params, body }) =>
      act(deps, actor, params.id, params.run_id, (body as { reason?: string } | null)?.reason),
  })
}

async function* toServerSentEvents(
  changes: ReturnType<typeof followRun>,
  states: 'all' | 'basic' | undefined,
) {
  for await (const { revision, state } of changes) {
    yield { id: String(revision), event: 'run', data: inStates(states, state) }
  }
}
