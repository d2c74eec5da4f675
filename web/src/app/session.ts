import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, openWorkspace } from './api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.auth.getMe({ signal }),
  staleTime: 5 * 60_000,
})

/** Who is signed in. Screens are shown only once that is known. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

/** Whether the person may, such as `boards:write`; buttons that would be refused are not shown. */
export function useMay(permission: string): boolean {
  return useMe().permissions.includes(permission)
}

export async function signOut(): Promise<void> {
  await api.auth.logOut()
  openWorkspace(undefined)
}
