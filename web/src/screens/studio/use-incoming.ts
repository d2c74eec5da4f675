import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assetQuery } from '../../app/assets.ts'
import { assetType, bringIn } from '../../app/bring-in.ts'
import { messageOf } from '../../app/query-client.ts'
import { complain } from '../../ui/toasts.tsx'
import { useStudioSearch } from './use-studio-search.ts'

/** What the tools take; the server looks into the file itself. */
const largestBytes = 30 * 1024 ** 2

/** Brings a picture onto the bench: a file, or what is at an address. The tool stays. */
export function useIncoming() {
  const { tool, change, picture } = useStudioSearch()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: async (source: File | string) => {
      if (source instanceof File && source.size > largestBytes) {
        throw new Error('The picture is larger than 30 MB. Make it smaller and try again.')
      }
      const asset = await bringIn(source, assetType.image)
      if (asset.asset_type !== assetType.image || !asset.file_url) {
        throw new Error(
          'This is not a picture that can be read. PNG, JPEG, WebP, AVIF and GIF are.',
        )
      }
      return asset
    },
    onSuccess: (asset) => {
      queryClient.setQueryData(assetQuery(asset.id).queryKey, asset)
      change({ picture: asset.id, tool, from: undefined })
    },
    onError: (error) => {
      // The empty bench has a place for it; over a picture it is said in passing.
      if (picture || location.pathname !== '/studio') complain(messageOf(error))
    },
  })
}
