import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: ({ signal }) => api.engines.list({ signal }),
})
