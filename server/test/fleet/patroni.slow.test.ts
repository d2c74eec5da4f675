import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { useProcesses } from '../processes.ts'
import { isSoak } from '../soak.ts'
import { breakFleet } from './break-fleet.ts'
import { type Fault, isWanted } from './faults.ts'
import { startFleet } from './fleet.ts'
import { hasPatroni, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'

const processes = useProcesses()

/** Recovery counts from the moment in which Patroni has a new leader. */
const listFaults = (cluster: PatroniCluster): Fault[] => [
  { name: 'switchover by Patroni', inject: () => cluster.switchOver() },
  { name: 'kill -9 of the leader and its Patroni', inject: () => cluster.killLeader() },
  { name: 'the killed node returns', inject: () => cluster.reviveNode() },
  { name: 'kill -9 of the second leader', inject: () => cluster.killLeader() },
  { name: 'that node returns', inject: () => cluster.reviveNode() },
  {
    name: 'etcd away',
    inject: async (_fleet, holdMs) => {
      await cluster.stopEtcd()
      await sleep(holdMs)
      await cluster.startEtcd()
    },
  },
]

test.skipIf(!isSoak || !hasPatroni())(
  'Patroni changes the leader, and every acknowledged write exists once',
  async () => {
    const cluster = await startPatroniCluster()
    try {
      const fleet = await startFleet({ processes, size: 2, databaseUrl: cluster.url })
      await breakFleet(fleet, listFaults(cluster).filter(isWanted))
      await fleet.close()
    } finally {
      await cluster.close()
    }
  },
)
