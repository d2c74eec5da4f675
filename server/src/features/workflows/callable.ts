import { isCallable, type OperationCaller, operationCaller } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'
import { everydayPermissions, type Permission } from '../../http/permissions.ts'

/**
 * The operations that a workflow may call: everyday work. Administration is excluded because a run
 * acts for the person who started it, and an author must not gain administrator powers that way.
 * Workflow operations are excluded because there is a step type for them. Operations reserved for
 * people are excluded because a document must never answer for a person.
 */
function callableInWorkflows(operations: readonly Operation[]): Operation[] {
  const everyday = new Set<string>(everydayPermissions)
  return operations.filter(
    (operation) =>
      isCallable(operation) &&
      // A step starts inside a transaction.
      !operation.callsOutside &&
      !operation.onlyPeople &&
      everyday.has(operation.permission as Permission) &&
      !operation.permission.startsWith('workflows:') &&
      operation.permission !== 'events:read',
  )
}

/** Created on first use, because the list of all operations includes those of workflows. */
export function workflowCaller(operations: () => readonly Operation[]): () => OperationCaller {
  let made: OperationCaller | undefined
  return () => {
    made ??= operationCaller(callableInWorkflows(operations()))
    return made
  }
}
