import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assetQuery } from '../../app/assets.ts'
import { assetType, uploadAsset } from '../../app/bring-in.ts'
import { writeMessage } from '../../app/query-client.ts'
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
        throw new Error('The image is larger than 30 MB. Choose a smaller one.')
      }
      const asset = await uploadAsset(source, { expected: assetType.image })
      if (asset.asset_type !== assetType.image || !asset.file_url) {
        throw new Error('This file is not a supported image. Use PNG, JPEG, WebP, AVIF or GIF.')
      }
      return asset
    },
    onSuccess: (asset) => {
      queryClient.setQueryData(assetQuery(asset.id).queryKey, asset)
      change({ picture: asset.id, tool, from: undefined })
    },
    onError: (error) => {
      // The empty workbench shows the error itself; otherwise a toast does.
      if (picture || location.pathname !== '/studio') complain(writeMessage(error))
    },
  })
}
