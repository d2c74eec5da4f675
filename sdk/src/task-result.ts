import type { SubmittedTask, Task } from './generated/types.ts'

/** The id of a task that remembers the type of the task's result. It is an ordinary string. */
export type TaskId<Result> = string & { readonly '~result'?: Result }

/** The response to a submission. Pass its `task_id` to `tasks.wait` for a typed result. */
export interface Submitted<Result> extends SubmittedTask {
  task_id: TaskId<Result>
}

/** The result of a task whose operation is unknown. */
export type AnyResult = { [field: string]: unknown }

/** A task that ended with SUCCESS. */
export interface FinishedTask<Result = AnyResult> extends Omit<Task, 'status' | 'result'> {
  status: 'SUCCESS'
  result: Result
}
