import { type OperatorChoice, operator } from '@atelier/server/features/workspaces/operator.ts'
import type { Actor } from '@atelier/server/http/permissions.ts'
import { type Installation, withInstallation } from '../with-installation.ts'

export interface KeyOptions extends OperatorChoice {
  json?: boolean
}

/** Runs `work` as the person that the options select. */
export async function withOperator<T>(
  choice: OperatorChoice,
  work: (deps: Installation, actor: Actor) => Promise<T>,
): Promise<T> {
  return withInstallation('keys', async (deps) => work(deps, await operator(deps, choice)))
}
