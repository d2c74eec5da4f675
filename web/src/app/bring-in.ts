import { type Asset, JobFailed } from '@atelier/sdk'
import { api } from './api.ts'

/** The API's numeric asset types. */
export const assetType = { image: 0, video: 2, audio: 8 } as const

interface Options {
  /** The type that a URL is expected to have. */
  expected?: number
  /** The folder for the file. */
  folderId?: string | null
}

/** Creates a usable asset from a local file or a URL. */
export async function uploadAsset(
  source: File | string,
  { expected, folderId = null }: Options = {},
): Promise<Asset> {
  const { id } =
    source instanceof File
      ? await api.assets.upload(source, { ...(folderId && { folderId }) })
      : await api.assets.createFromUrl({
          url: source,
          folder_id: folderId,
          ...(expected !== undefined && { asset_type: expected as Asset['asset_type'] }),
        })
  try {
    return await api.assets.wait(id, { pollIntervalMs: 2000 })
  } catch (error) {
    // An asset that could not be fetched or read is useless.
    if (error instanceof JobFailed) void api.assets.delete(id).catch(() => {})
    throw error
  }
}

export const isWebUrl = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
