import { useQuery } from '@tanstack/react-query'
import { perhapsAssetQuery } from '../../app/assets.ts'
import { fileAddress } from '../../app/file-address.ts'
import type { Shown } from './before-after.tsx'

/** The original of a result, if it is an asset. The page's policy blocks external URLs. */
export function useOriginal(picture: string | undefined): Shown | undefined {
  const { data } = useQuery(perhapsAssetQuery(picture))
  if (!data?.file_url || !data.width || !data.height) return undefined
  const { width, height } = data
  return { address: fileAddress(data.file_url), width, height }
}
