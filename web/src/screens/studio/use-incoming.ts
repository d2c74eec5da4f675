import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assetQuery } from '../../app/assets.ts'
import { assetType, bringIn } from '../../app/bring-in.ts'
import { messageOf } from '../../app/query-client.ts'
import { complain } from '../../ui/toasts.tsx'
import { useStudioSearch } from './use-studio-search.ts'

/** The tools' limit; the server checks the file itself. */
const largestBytes = 30 * 1024 ** 2

/** Loads a file or URL into the workbench and keeps the selected tool. */
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
      // The empty workbench shows the error itself; otherwise a toast does.
      if (picture || location.pathname !== '/studio') complain(messageOf(error))
    },
  })
}
