import type { Task } from '@atelier/sdk'
import { Fact } from '../../ui/facts.tsx'
import { When } from '../../ui/when.tsx'
import type { ToolResult } from './tool-result.ts'

/** By what, how fast and when a result was made. */
export function RunFacts({ task, result }: { task: Task; result: ToolResult }) {
  const seconds = (result.timings.totalMs ?? timeTaken(task)) / 1000
  return (
    <>
      <Fact name="Engine">
        {result.engine.name} {result.engine.version}
      </Fact>
      <Fact name="Duration">{seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s</Fact>
      <Fact name="Created">
        <When at={task.finished_at ?? task.created_at} />
      </Fact>
    </>
  )
}

function timeTaken({ started_at, finished_at }: Task): number {
  return started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : 0
}
