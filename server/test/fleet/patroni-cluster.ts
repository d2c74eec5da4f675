import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverUser } from '../../src/platform/postgres/cluster-home.ts'
import { freePort } from '../../src/platform/postgres/free-port.ts'
import { connectSql } from '../connect-sql.ts'
import { until } from '../server-client.ts'
import { haproxyConfig, nodeConfig, type PatroniNode, superuser } from './patroni-config.ts'

/** Two PostgreSQL servers that Patroni manages, with etcd, behind HAProxy, all on this machine. */
export interface PatroniCluster {
  /** HAProxy, which leads to the leader. */
  url: string
  /** Makes the standby the leader, as before maintenance. */
  switchOver(): Promise<void>
  /** Ends the leader and its Patroni without warning. Returns once another one leads. */
  killLeader(): Promise<void>
  /** Starts the killed node again. Returns once it is a standby that confirms commits. */
  reviveNode(): Promise<void>
  /** Stops etcd, without which no node may lead. */
  stopEtcd(): Promise<void>
  startEtcd(): Promise<void>
  close(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
}

const maxWaitMs = 180_000

/** Where Debian keeps PostgreSQL's programs; the embedded PostgreSQL has no pg_basebackup. */
const versions = '/usr/lib/postgresql'

/** Whether this machine has all programs (Debian: patroni, etcd-server, haproxy, postgresql). */
export function hasPatroni(): boolean {
  const programs = ['patroni', 'etcd', 'haproxy']
  const hasAll = programs.every((name) => spawnSync('which', [name]).status === 0)
  return hasAll && existsSync(versions)
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-patroni-'))
  await chmod(folder, 0o755)
  const started: ChildProcess[] = []
  const start = async (name: string, args: string[], user = {}) => {
    const log = await open(join(folder, `${name}.log`), 'a')
    const child = spawn(name, args, { ...user, cwd: folder, stdio: ['ignore', log.fd, log.fd] })
    await log.close()
    started.push(child)
    return child
  }

  const [etcdPort, etcdPeerPort, port] = [await freePort(), await freePort(), await freePort()]
  const startEtcd = () => start('etcd', etcdArgs(folder, etcdPort, etcdPeerPort))
  let etcd = await startEtcd()
  const nodes = [await createNode(folder, 'a'), await createNode(folder, 'b')]
  const patroni = new Map<string, ChildProcess>()
  const startNode = async (node: PatroniNode) => {
    patroni.set(node.name, await start('patroni', [node.configFile], serverUser()))
  }
  for (const node of nodes) {
    await writeFile(node.configFile, JSON.stringify(nodeConfig(node, etcdPort)))
    await startNode(node)
  }
  const proxyFile = join(folder, 'haproxy.cfg')
  await writeFile(proxyFile, haproxyConfig(port, nodes))
  await start('haproxy', ['-f', proxyFile])

  let members: Member[] = []
  const leader = () => nodes.find(({ name }) => name === findName(members, 'leader')) as PatroniNode
  const waitForBothNodes = () =>
    until(
      'a leader and its standby',
      async () => {
        members = await listMembers(nodes)
        return (
          members.length === 2 && findName(members, 'sync_standby') && findName(members, 'leader')
        )
      },
      maxWaitMs,
    )
  const waitForNewLeader = (former: PatroniNode) =>
    until(
      'another leader',
      async () => {
        members = await listMembers(nodes.filter((node) => node !== former))
        const name = findName(members, 'leader')
        return name !== undefined && name !== former.name
      },
      maxWaitMs,
    )

  await waitForBothNodes()
  const url = `postgres://${superuser.username}:${superuser.password}@127.0.0.1:${port}/postgres`
  await waitForWrites(url)
  let dead: PatroniNode | undefined
  return {
    url,
    switchOver: async () => {
      await waitForBothNodes()
      const former = leader()
      const body = { leader: former.name, candidate: findName(members, 'sync_standby') }
      await fetch(`http://127.0.0.1:${former.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      await waitForNewLeader(former)
    },
    killLeader: async () => {
      await waitForBothNodes()
      dead = leader()
      const manager = patroni.get(dead.name) as ChildProcess
      manager.kill('SIGKILL')
      await killPostgres(dead)
      await waitForNewLeader(dead)
    },
    reviveNode: async () => {
      if (dead) await startNode(dead)
      await waitForBothNodes()
    },
    stopEtcd: async () => {
      etcd.kill('SIGTERM')
      await once(etcd, 'exit')
    },
    startEtcd: async () => {
      etcd = await startEtcd()
      await waitForBothNodes()
    },
    close: async () => {
      for (const child of started.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      for (const node of nodes) await killPostgres(node)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function etcdArgs(folder: string, port: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peerPort}`
  return [
    ...['--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ]
}

async function createNode(parent: string, name: string): Promise<PatroniNode> {
  const folder = join(parent, name)
  await mkdir(folder)
  const user = serverUser()
  if (user) await chown(folder, user.uid, user.gid)
  const newest = readdirSync(versions).sort((one, other) => Number(other) - Number(one))[0] ?? ''
  const [port, restPort] = [await freePort(), await freePort()]
  const configFile = join(parent, `${name}.yml`)
  return { name, folder, configFile, port, restPort, programs: join(versions, newest, 'bin') }
}

/** As the first node that answers sees them. */
async function listMembers(nodes: PatroniNode[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    const signal = AbortSignal.timeout(2000)
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

function findName(members: Member[], role: 'leader' | 'sync_standby'): string | undefined {
  const isUp = ({ state }: Member) => state === 'running' || state === 'streaming'
  return members.find((member) => member.role === role && isUp(member))?.name
}

/** Ends the server and all its processes at once, as a power failure does. */
async function killPostgres({ folder }: PatroniNode): Promise<void> {
  const file = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(file, 10)
  if (!pid) return
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  for (const one of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function waitForWrites(url: string): Promise<void> {
  const sql = connectSql(url)
  const write = async () => {
    await sql`create table if not exists ready ()`
    await sql`drop table ready`
    return true
  }
  await until('a database that can be written', () => write().catch(() => false), maxWaitMs)
  await sql.end()
}
