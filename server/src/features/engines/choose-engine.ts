import type { Deps } from '../../deps.ts'
import {
  type ExternalEngineSettings,
  mistakeInSettings,
  type Purpose,
} from '../../engines/external/settings.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { chosenEngines, deleteEngine, saveEngine } from './queries.ts'
import { getEngine } from './read-engines.ts'
import type { Engine } from './schemas.ts'
import { openSettings, sealSettings } from './sealed-settings.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Selects the engine for this workspace from now on. If the key is omitted and the URL stays the
 * same, the stored key stays, so a model can be changed without it.
 */
export async function chooseEngine(
  deps: Needs,
  actor: Actor,
  purpose: Purpose,
  asked: ExternalEngineSettings,
): Promise<Engine> {
  requirePermission(actor, 'workspaces:write')
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = (await chosenEngines(tx, actor.workspaceId)).find(
      (row) => row.purpose === purpose,
    )?.settings
    const settings = withKeptKey(asked, before && openSettings(deps, before))
    const mistake = mistakeInSettings(purpose, settings)
    if (mistake) throw invalid(mistake.field, mistake.message)
    const sealed = sealSettings(deps, settings)
    await saveEngine(tx, actor, { purpose, settings: sealed, updated_at: deps.clock() })
    await publish(tx, actor, {
      type: 'engine.chosen',
      object: { type: 'engine', id: purpose },
      data: { kind: settings.kind, model: settings.model ?? null },
      at: deps.clock(),
    })
  })
  return getEngine(deps, actor, purpose)
}

/** Resets to the operator's choice, or to the embedded engine. */
export async function resetEngine(deps: Needs, actor: Actor, purpose: Purpose): Promise<null> {
  requirePermission(actor, 'workspaces:write')
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const changed = await deleteEngine(tx, actor.workspaceId, purpose)
    if (!changed) return
    await publish(tx, actor, {
      type: 'engine.reset',
      object: { type: 'engine', id: purpose },
      data: {},
      at: deps.clock(),
    })
  })
  return null
}

/** A key is never kept for a new URL: the owner of that URL could read it. */
function withKeptKey(asked: ExternalEngineSettings, before: ExternalEngineSettings | undefined) {
  const sameEngine = before?.kind === asked.kind && before.base_url === asked.base_url
  if (asked.api_key !== undefined || !sameEngine || before?.api_key === undefined) return asked
  return { ...asked, api_key: before.api_key }
}
