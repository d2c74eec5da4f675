import { queryClient } from '../../app/query-client.ts'
import { ownAddress } from './own-address.ts'

/** Goes inside as whoever has just signed in; only to addresses of this server. */
export function enter(to: string | undefined): void {
  queryClient.clear()
  location.assign(ownAddress(to, location.origin))
}
