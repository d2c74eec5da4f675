import { expect } from 'vitest'
import { useService, useTenant } from '../../../../test/harness.ts'
import { expireQuestions } from '../../questions/answer/end-question.ts'
import { workflowCaller } from '../callable.ts'
import { type StartedRun, workflowClient } from '../test-workflows.ts'
import { advanceRun } from './advance-run.ts'
import { wakeDueRuns } from './work-runs.ts'

/** A service with a person who runs workflows. */
export function useRuns() {
  const service = useService()
  const mia = useTenant(service)
  const workflows = workflowClient(service, () => mia)

  /** Advances the clock and processes due work before it returns. */
  async function passTime(seconds: number): Promise<void> {
    service.advance(seconds)
    await expireQuestions(service.deps)
    await wakeDueRuns(service.deps)
  }

  /** A job without a reason must not change anything. */
  async function wakeForNothing({ runId }: StartedRun): Promise<void> {
    const caller = workflowCaller(() => service.operations)()
    expect(await advanceRun(service.deps, caller, runId)).toBe(false)
  }

  async function listTagNames(search: string): Promise<string[]> {
    const { body } = await workflows.call('GET', '/api/v1/pm/tags?page_size=100')
    const names = body.results.map(({ name }: { name: string }) => name)
    return names.filter((name: string) => name.startsWith(search)).sort()
  }

  return { service, mia, ...workflows, passTime, wakeForNothing, listTagNames }
}

/** A step that creates a tag. */
export const tag = (id: string, name: string) => ({
  id,
  type: 'call',
  operation: 'createTag',
  body: { name },
})
