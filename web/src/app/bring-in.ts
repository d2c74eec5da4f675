import { type Asset, JobFailed } from '@atelier/sdk'
import { api } from './api.ts'

/** The numbers of the API. */
export const assetType = { image: 0, video: 2, audio: 8 } as const

/** A file of this computer or what is at an address, as an asset that can be worked with. */
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
    // What could not be fetched or read is of no use to anyone.
    if (error instanceof JobFailed) void api.assets.delete(id).catch(() => {})
    throw error
  }
}

export const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
