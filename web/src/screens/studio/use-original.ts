import { useQuery } from '@tanstack/react-query'
import { perhapsAssetQuery } from '../../app/assets.ts'
import { fileAddress } from '../../app/file-address.ts'
import type { Shown } from './before-after.tsx'

export interface Original extends Shown {
  asset: string
}

/** What a result was made of, when it is an asset. Other addresses are not shown: the page may not. */
export function useOriginal(picture: string | undefined): Original | undefined {
  const { data } = useQuery(perhapsAssetQuery(picture))
  if (!data?.file_url || !data.width || !data.height) return undefined
  const { width, height } = data
  return { asset: data.id, address: fileAddress(data.file_url), width, height }
}
