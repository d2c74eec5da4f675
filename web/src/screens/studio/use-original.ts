import { useQuery } from '@tanstack/react-query'
import { perhapsAssetQuery } from '../../app/assets.ts'
import { fileUrl } from '../../app/file-url.ts'
import type { ShownImage } from './before-after.tsx'
import { taskQuery } from './queries.ts'
import { readResult } from './tool-result.ts'

/** The original of a result, if it is an asset. The page's policy blocks external URLs. */
export function useOriginal(picture: string | undefined): ShownImage | undefined {
  const { data } = useQuery(perhapsAssetQuery(picture))
  if (!data?.file_url || !data.width || !data.height) return undefined
  const { width, height } = data
  return { url: fileUrl(data.file_url), width, height }
}

/** The first image that an earlier task made. */
export function useEarlier(task: string | undefined): ShownImage | undefined {
  const { data } = useQuery({ ...taskQuery(task ?? ''), enabled: task !== undefined })
  const picture = data && readResult(data)?.pictures[0]
  return picture && { url: fileUrl(picture.url), width: picture.width, height: picture.height }
}
