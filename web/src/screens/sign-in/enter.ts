import { queryClient } from '../../app/query-client.ts'
import { returnUrl } from './return-url.ts'

/** Opens the console after sign-in; only URLs of this server are allowed. */
export function enter(to: string | undefined): void {
  queryClient.clear()
  location.assign(returnUrl(to, location.origin))
}
