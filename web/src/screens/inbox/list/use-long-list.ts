import type { Page } from '@atelier/sdk'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { findNextPage, type LoadedList, withHead, withMore } from './long-list.ts'

interface ListEntry {
  id: string
  created_at: string
}

/**
 * A list of any length. An event refetches only its first page, not everything loaded so far: a
 * hundred requests for every event would be too many.
 */
export function useLongList<Entry extends ListEntry>(
  queryKey: QueryKey,
  readPage: (page: number, signal?: AbortSignal) => Promise<Page<Entry>>,
  isEnabled: boolean,
) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await readPage(1, signal)
      return withHead(queryClient.getQueryData<LoadedList<Entry>>(queryKey), page)
    },
    enabled: isEnabled,
    // Comparing ten thousand entries costs more than rerendering twenty.
    structuralSharing: false,
  })
  const isReading = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  const { data } = query
  const hasMore = data !== undefined && data.items.length < data.count

  const readMore = useCallback(async () => {
    const now = queryClient.getQueryData<LoadedList<Entry>>(queryKey)
    if (!now || isReading.current || now.items.length >= now.count) return
    isReading.current = true
    try {
      const page = await readPage(findNextPage(now))
      queryClient.setQueryData<LoadedList<Entry>>(queryKey, (before) => withMore(before, page))
      setFailed(false)
    } catch {
      // The last row shows the error and retries; the list above it stays valid.
      setFailed(true)
    } finally {
      isReading.current = false
    }
  }, [queryClient, queryKey, readPage])

  return { ...query, items: data?.items, hasMore, hasFailed, readMore }
}
