import { type Asset, JobFailed } from '@atelier/sdk'
import { api } from './api.ts'

/** The API's numeric asset types. */
export const assetType = { image: 0, video: 2, audio: 8 } as const

/** Creates a usable asset from a local file or a URL. */
export async function bringIn(source: File | string, expected?: number): Promise<Asset> {
  const { id } =
    source instanceof File
      ? await api.assets.upload(source)
      : await api.assets.createFromUrl({
          url: source,
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
