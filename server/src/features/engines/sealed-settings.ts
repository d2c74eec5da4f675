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

export function sealSettings({ secrets }: Needs, settings: ExternalEngineSettings) {
  return mapKey(settings, (key) => secrets.toStored(key, purpose))
}

export function openSettings({ secrets }: Needs, settings: ExternalEngineSettings) {
  return mapKey(settings, (key) => secrets.fromStored(key, purpose))
}

function mapKey(
  { api_key, ...settings }: ExternalEngineSettings,
  change: (key: string) => string,
): ExternalEngineSettings {
  return api_key === undefined ? settings : { ...settings, api_key: change(api_key) }
}
