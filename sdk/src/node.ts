import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** A file on this machine for `assets.upload`. It is read while it is sent, not before. */
export async function fileFrom(path: string, { type = '' }: { type?: string } = {}): Promise<File> {
  return new File([await openAsBlob(path)], basename(path), { type })
}
