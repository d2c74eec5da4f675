import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { forgetDrafts } from '../ui/drafts.ts'
import { api, openWorkspace } from './api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.auth.getMe({ signal }),
  staleTime: 5 * 60_000,
})

/** The signed-in person. Screens render only after this loads. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

/** Whether the person has a permission, such as `boards:write`. Buttons without it are hidden. */
export function useMay(permission: string): boolean {
  return useMe().permissions.includes(permission)
}

export async function signOut(): Promise<void> {
  await api.auth.logOut()
  forgetDrafts()
  openWorkspace(undefined)
}
