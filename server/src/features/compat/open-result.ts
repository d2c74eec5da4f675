import type { Deps } from '../../deps.ts'
import type { OpenedFile } from '../../platform/storage/storage.ts'

/** A file in the result of a task, as tools store it. */
export interface ResultFile {
  asset_id: string
  file: { key: string; name: string; expires_at: string | null }
  content_type: string
  bytes: number
  width?: number
  height?: number
  duration_ms?: number
}

/** The result that speech and image tools share. */
export interface ToolResult {
  result: ResultFile[]
  warnings: string[]
}

export function openResult(
  { storage }: Pick<Deps, 'storage'>,
  { file }: ResultFile,
): Promise<OpenedFile> {
  return storage.open(file.key)
}

/** The content of a file as base64, without holding the file in memory. */
export async function* encodeBase64(
  deps: Pick<Deps, 'storage'>,
  result: ResultFile,
): AsyncGenerator<string> {
  const { stream } = await openResult(deps, result)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    // Three bytes become four characters; padding may appear only at the end.
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}
