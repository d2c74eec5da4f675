import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { answerQuestion } from '../../questions/answer/answer-question.ts'
import { getQuestion } from '../../questions/read-questions.ts'
import { buildStarter } from './actor-of-run.ts'
import { getRunState, requireRun } from './read-runs.ts'
import type { RunRow } from './run-queries.ts'
import type { ApproveBody, RunState } from './schemas.ts'
import { type StepRow, selectSteps } from './step-queries.ts'
import { withOwnWork } from './waits.ts'

/**
 * Answers an approval of a run, like a person in the inbox. Only one answer counts, from any
 * source.
 */
export async function approveStep(
  deps: Deps,
  actor: Actor,
  key: string,
  id: string,
  { task_reference_name, status, comment }: ApproveBody,
): Promise<RunState> {
  requirePermission(actor, 'workflows:run')
  const run = await requireRun(deps, actor, key, id)
  const step = await findAskedStep(deps, run, task_reference_name)
  const { kind } = await getQuestion(deps, withOwnWork(buildStarter(run)), step.waits_id as string)
  if (kind !== 'approval') {
    throw problem('step_not_waiting', {
      detail: `${step.path} asks for a ${kind}; answer the question ${step.waits_id} instead.`,
    })
  }
  const value = status === 'approved' || status === 'COMPLETED' ? 'approved' : 'rejected'
  const answer = { value, ...(comment !== undefined && { comment }) }
  await answerQuestion(deps, actor, step.waits_id as string, answer).catch((error) => {
    // They can see the run, so the question is no secret; they just were not asked.
    if (error.code !== 'question_not_found') throw error
    throw problem('permission_denied', {
      detail: 'Only the person who was asked and administrators may answer.',
    })
  })
  return getRunState(deps, actor, key, id)
}

/** The step at this path, or the only waiting step with this id. */
async function findAskedStep({ db }: Deps, run: RunRow, name: string): Promise<StepRow> {
  const steps = await selectSteps(db.workspace(run.workspace_id), run)
  const asked = [...steps.values()].filter(({ waits_type }) => waits_type === 'question')
  const found = asked.filter(({ path }) => path === name || path.endsWith(`.${name}`))
  const open = found.filter(({ status }) => status === 'waiting')
  const [step] = open.length > 0 ? open : found
  if (step && open.length < 2) return step
  const names = asked.map(({ path }) => path).join(', ') || 'none'
  const detail = step
    ? `Several steps named ${name} are waiting. Use one of ${open.map(({ path }) => path).join(', ')}.`
    : `No step named ${name} has asked a question in this run. Steps that have: ${names}.`
  throw problem('step_not_waiting', { detail })
}
