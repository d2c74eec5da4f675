import { useQuery } from '@tanstack/react-query'
import type { Size } from '../frame-geometry.ts'

/** The size as the browser shows it: like the tools, it applies the camera's orientation. */
export function useNaturalSize(url: string) {
  return useQuery({
    queryKey: ['picture size', url],
    queryFn: async (): Promise<Size> => {
      const image = new Image()
      image.src = url
      await image.decode().catch(() => {
        throw new Error('The image could not be loaded.')
      })
      return { width: image.naturalWidth, height: image.naturalHeight }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
