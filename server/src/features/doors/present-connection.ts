import type { Deps } from '../../deps.ts'
import type { ConnectionRow } from './queries.ts'
import type { Connection } from './schemas.ts'

/** Where an app sends its requests. */
export function inboundUrl(
  { config }: Pick<Deps, 'config'>,
  kind: ConnectionRow['kind'],
  id: string,
): string {
  return `${config.publicUrl}/api/v1/doors/${kind}/${id}`
}

export function presentConnection(deps: Pick<Deps, 'config'>, row: ConnectionRow): Connection {
  const { id, kind, name, settings, linked_people, last_error, created_at } = row
  const usual = kind === 'imap' ? 'polling' : 'webhook'
  const delivery = (settings.delivery ?? usual) as Connection['delivery']
  return {
    id,
    kind,
    name,
    description: settings.description ?? '',
    inbound_url: delivery === 'webhook' ? inboundUrl(deps, kind, id) : null,
    delivery,
    linked_people,
    last_error,
    created_at,
  }
}
