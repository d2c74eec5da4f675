import { join } from 'node:path'

export interface PatroniNode {
  name: string
  folder: string
  configFile: string
  port: number
  /** Where its Patroni answers. */
  restPort: number
  /** The folder with PostgreSQL's programs. */
  programs: string
}

export const superuser = { username: 'postgres', password: 'of-the-superuser' }
const replication = { username: 'replicator', password: 'of-the-replicator' }

/** JSON is YAML, too. The times are the shortest that Patroni accepts. */
export function nodeConfig({ name, folder, port, restPort, programs }: PatroniNode, etcd: number) {
  return {
    scope: 'atelier',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        // Without it, the leader acknowledges commits that the standby doesn't have yet.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: programs,
      pgpass: join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      authentication: { superuser, replication, rewind: superuser },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}

/** As in Patroni's documentation: connections go to the node that says it is the primary. */
export function haproxyConfig(port: number, nodes: PatroniNode[]): string {
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  )
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ].join('\n')
}
