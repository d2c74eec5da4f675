import { queryClient } from '../../app/query-client.ts'

/** Goes inside as whoever has just signed in; only to addresses of this server. */
export function enter(to: string | undefined): void {
  queryClient.clear()
  const isOurs = to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\')
  location.assign(isOurs ? (to as string) : '/')
}
