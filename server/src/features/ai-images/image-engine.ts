import type { Deps } from '../../deps.ts'
import { type ExternalEngineSettings, listKinds } from '../../engines/external/settings.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { findExternalEngine } from '../engines/read-engines.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'secrets'>

/**
 * The engine that generates images. Servers for outpainting also generate, except that a model of
 * Replicate does only one of the two.
 */
export async function imageEngine(
  deps: Needs,
  workspaceId: number,
): Promise<ExternalEngineSettings | undefined> {
  const own = await findExternalEngine(deps, workspaceId, 'images')
  if (own) return own
  const painter = await findExternalEngine(deps, workspaceId, 'outpainting')
  return painter?.kind === 'replicate' ? undefined : painter
}

export async function requireImageEngine(
  deps: Needs,
  actor: Actor,
): Promise<ExternalEngineSettings> {
  const engine = await imageEngine(deps, actor.workspaceId)
  if (engine) return engine
  throw problem('engine_needed', {
    detail: `No embedded engine follows prompts. Connect one of ${listKinds('images').join(', ')} with PUT /api/v1/engines/images.`,
  })
}

/** The name under which clients see an engine's model. */
export function chooseModel({ kind, model }: ExternalEngineSettings): string {
  return model ?? kind
}
