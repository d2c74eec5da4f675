import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** A local file for `assets.upload`. It is read during the upload, not before. */
export async function fileFrom(path: string, { type = '' }: { type?: string } = {}): Promise<File> {
  return new File([await openAsBlob(path)], basename(path), { type })
}
