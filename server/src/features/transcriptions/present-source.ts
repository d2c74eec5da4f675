import type { Deps } from '../../deps.ts'
import { linkToFile } from '../../platform/storage/link-to-file.ts'
import type { DescribedSource } from '../assets/describe-sources.ts'
import { presentAsset } from '../assets/present-asset.ts'
import { nameFromUrl } from './name-from-url.ts'
import type { TranscriptionRow } from './queries.ts'
import type { Transcription, TranscriptionSource } from './schemas.ts'

type Needs = Pick<Deps, 'config' | 'clock' | 'fileSecrets'>

/** The source of a recording; `keptName` is its name at the time of the download. */
export function presentSource(
  source: DescribedSource | undefined,
  keptName: string | null,
): TranscriptionSource {
  if (source?.kind === 'asset') {
    return { asset_id: source.asset.id, name: source.asset.name, url: null }
  }
  if (source?.kind === 'external') {
    return { asset_id: null, name: keptName ?? nameFromUrl(source.url), url: source.url }
  }
  return { asset_id: null, name: keptName, url: null }
}

/** A link to the recording. A deleted recording cannot be played any more. */
export function presentRecording(
  deps: Needs,
  row: TranscriptionRow,
  source: DescribedSource | undefined,
): Transcription['recording'] {
  if (source?.kind === 'asset') {
    const { file_url, content_type } = presentAsset(deps, source.asset)
    return file_url && content_type ? { file_url, content_type } : null
  }
  const { content_key: key, content_type: contentType, file_name } = row
  if (source?.kind !== 'external' || !key || !contentType) return null
  const fileName = file_name ?? 'recording'
  const file_url = linkToFile(deps, { key, contentType, fileName, endsAt: null })
  return { file_url, content_type: contentType }
}
