import { isCallable, type OperationCaller, operationCaller } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'
import { everydayPermissions, type Permission } from '../../http/permissions.ts'

/**
 * What a workflow may call: everyday work. Not administration, because a run acts for whoever
 * started it, and whoever may write workflows should not get an administrator's hands that way; and
 * not workflows themselves, for which there is a step. And never what only a person may do: nobody
 * wants to have answered what a document answered.
 */
function callableInWorkflows(operations: readonly Operation[]): Operation[] {
  const everyday = new Set<string>(everydayPermissions)
  return operations.filter(
    (operation) =>
      isCallable(operation) &&
      // A step begins inside a transaction.
      !operation.callsOutside &&
      !operation.onlyPeople &&
      everyday.has(operation.permission as Permission) &&
      !operation.permission.startsWith('workflows:') &&
      operation.permission !== 'events:read',
  )
}

/** Made when it is first needed: the list of all operations holds those of workflows, too. */
export function workflowCaller(operations: () => readonly Operation[]): () => OperationCaller {
  let made: OperationCaller | undefined
  return () => {
    made ??= operationCaller(callableInWorkflows(operations()))
    return made
  }
}
