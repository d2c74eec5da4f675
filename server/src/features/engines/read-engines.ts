import type { Deps } from '../../deps.ts'
import {
  type ExternalEngineSettings,
  type Purpose,
  purposes,
} from '../../engines/external/settings.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { chosenEngines } from './queries.ts'
import type { Engine } from './schemas.ts'
import { openSettings } from './sealed-settings.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'secrets'>

/** The engine for each purpose in this workspace. */
export async function listEngines(deps: Needs, actor: Actor): Promise<Engine[]> {
  requirePermission(actor, 'workspaces:read')
  const chosen = await chosenEngines(deps.db.workspace(actor.workspaceId), actor.workspaceId)
  return purposes.map((purpose) => {
    const own = chosen.find((row) => row.purpose === purpose)
    const installed = deps.config.engines[purpose]
    if (own) return present(purpose, 'workspace', own.settings, own.updated_at)
    return present(purpose, installed ? 'installation' : 'default', installed)
  })
}

export async function getEngine(deps: Needs, actor: Actor, purpose: Purpose): Promise<Engine> {
  const engines = await listEngines(deps, actor)
  return engines.find((engine) => engine.purpose === purpose) as Engine
}

/** For running the work, with the key: the workspace's choice overrides the operator's. */
export async function findExternalEngine(
  deps: Needs,
  workspaceId: number,
  purpose: Purpose,
): Promise<ExternalEngineSettings | undefined> {
  const chosen = await chosenEngines(deps.db.workspace(workspaceId), workspaceId)
  const own = chosen.find((row) => row.purpose === purpose)?.settings
  return own ? openSettings(deps, own) : deps.config.engines[purpose]
}

/** Workspaces do not see the operator's URL. */
function present(
  purpose: Purpose,
  chosenBy: Engine['chosen_by'],
  settings?: ExternalEngineSettings,
  updatedAt?: Date,
): Engine {
  return {
    purpose,
    kind: settings?.kind ?? 'embedded',
    chosen_by: chosenBy,
    base_url: (chosenBy === 'workspace' && settings?.base_url) || null,
    model: settings?.model ?? null,
    timeout_seconds: settings?.timeout_seconds ?? null,
    has_api_key: settings?.api_key !== undefined,
    updated_at: updatedAt ?? null,
  }
}
