import type { Deps } from '../../deps.ts'
import { openExternalFetch } from '../../engines/external/fetch.ts'
import { transcriptionConfig } from '../../engines/external/settings.ts'
import { createTranscriptionEngine } from '../../engines/transcription/adapters/create-transcription-engine.ts'
import type {
  LocalAudio,
  TranscriptionEngine,
} from '../../engines/transcription/adapters/transcription-engine.ts'
import { openCallbackSecret } from '../../http/gate/callback-secrets.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import type { TranscriptionRow } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'secrets'>

/** The external engine of this transcription; undefined if it is no longer configured. */
export async function findEngine(
  deps: Needs,
  row: TranscriptionRow,
): Promise<TranscriptionEngine | undefined> {
  const settings = await findExternalEngine(deps, row.workspace_id, 'transcription')
  if (settings?.kind !== row.provider) return undefined
  return createTranscriptionEngine(transcriptionConfig(settings, openCallbackSecret(deps, row)))
}

export function openTools({ config }: Pick<Deps, 'config'>, signal?: AbortSignal) {
  return {
    fetch: openExternalFetch(selectRanges(config.allowCidrs, 'engines')),
    ...(signal && { signal }),
  }
}

/** The recording as adapters need it: reopened for each attempt, never held in memory. */
export async function openRecording(
  { storage }: Pick<Deps, 'storage'>,
  key: string,
  fileName: string,
): Promise<LocalAudio> {
  const facts = await storage.stat(key)
  return {
    fileName,
    contentType: 'application/octet-stream',
    sizeBytes: facts?.bytes ?? 0,
    open: async function* () {
      yield* (await storage.open(key)).stream
    },
  }
}
