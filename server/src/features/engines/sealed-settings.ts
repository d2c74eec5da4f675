import type { Deps } from '../../deps.ts'
import type { ExternalEngineSettings } from '../../engines/external/settings.ts'
import type { SealedColumn } from '../../platform/sealed-columns.ts'

const purpose = 'engine key'
export const sealedEngineKey: SealedColumn = {
  table: 'workspace_engines',
  column: 'settings',
  field: 'api_key',
  purpose,
}

type Needs = Pick<Deps, 'secrets'>

export function sealSettings(
  { secrets }: Needs,
  { api_key, ...settings }: ExternalEngineSettings,
): ExternalEngineSettings {
  if (api_key === undefined) return settings
  return { ...settings, api_key: secrets.toStored(api_key, purpose) }
}

export function openSettings(
  { secrets }: Needs,
  { api_key, ...settings }: ExternalEngineSettings,
): ExternalEngineSettings {
  if (api_key === undefined) return settings
  return { ...settings, api_key: secrets.fromStored(api_key, purpose) }
}
