import type { ListPostsQuery } from '@atelier/sdk'
import { useSearchParams } from '../../app/search-params.ts'

const sorts = ['created_at', 'updated_at', 'date', 'message'] as const
const statuses = ['scheduled', 'publishing', 'published', 'failed'] as const

export interface Filters {
  search: string
  /** The name of a tag. */
  tag: string
  account: number | undefined
  status: ListPostsQuery['status']
  order_by: (typeof sorts)[number]
  order: 'asc' | 'desc'
  page: number
}

/** The list's filters and sort order, from the URL. */
export function useFilters(): [Filters, ReturnType<typeof useSearchParams>[1]] {
  const [params, change] = useSearchParams()
  const { search = '', tag = '', account, status, sort, page } = params
  const [by = '', direction] = (sort ?? '').split('-')
  return [
    {
      search,
      tag,
      account: Number(account) || undefined,
      status: statuses.find((one) => one === status),
      order_by: sorts.find((one) => one === by) ?? 'created_at',
      order: direction === 'asc' ? 'asc' : 'desc',
      page: Number(page) || 1,
    },
    change,
  ]
}
