import { bluesky } from './bluesky.ts'
import { mastodon } from './mastodon.ts'
import type { Connection, Network, NetworkDeps, SocialAccount } from './network.ts'
import { webhook } from './webhook.ts'

const adapters: Record<Network, (connection: Connection, outside: NetworkDeps) => SocialAccount> = {
  mastodon,
  bluesky,
  webhook,
}

/** Opens an account for lookups and posts. */
export function openAccount(connection: Connection, outside: NetworkDeps): SocialAccount {
  return adapters[connection.network](connection, outside)
}
