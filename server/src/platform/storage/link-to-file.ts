import { signFileUrl } from './signed-urls.ts'

const linkHours = 24

interface Needs {
  config: { publicUrl: string }
  clock(): Date
  fileSecrets: readonly string[]
}

interface LinkedFile {
  key: string
  contentType: string
  fileName: string
  endsAt: Date | null
}

/**
 * A link that works for a day, or until the file expires if that is sooner. Rounded to the hour, so
 * that a record keeps its ETag.
 */
export function linkToFile(
  { config, clock, fileSecrets }: Needs,
  { key, contentType, fileName, endsAt }: LinkedFile,
): string {
  const hourMs = 3_600_000
  const end = (Math.floor(clock().getTime() / hourMs) + linkHours + 1) * hourMs
  const expiresAt = new Date(Math.min(end, endsAt?.getTime() ?? end))
  const grant = {
    method: 'GET',
    disposition: 'inline',
    key,
    expiresAt,
    contentType,
    fileName,
  } as const
  return config.publicUrl + signFileUrl(fileSecrets[0] as string, grant)
}
