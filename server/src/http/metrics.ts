import type { FastifyInstance } from 'fastify'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client'
import type { SemaphoreLoad } from '../lib/fair-semaphore.ts'
import type { DatabaseLoad } from '../platform/postgres/db.ts'
import { problem } from './problem.ts'

export interface Metrics {
  registry: Registry
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  openSockets: Gauge
  droppedSockets: Counter<'reason'>
}

/** Collecting these never ends, so a process that opens several services collects them once. */
let processRegistry: Registry | undefined

function openProcessRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export function createMetrics(
  databaseLoad: () => DatabaseLoad,
  process: { version: string; roles: string },
): Metrics {
  const registry = new Registry()
  processRegistry ??= openProcessRegistry()
  for (const metric of processRegistry.getMetricsAsArray()) {
    registry.registerMetric(metric as unknown as Metric<string>)
  }
  new Gauge({
    name: 'atelier_info',
    help: 'Always 1. The labels describe the process.',
    labelNames: ['version', 'roles'],
    registers: [registry],
  }).set(process, 1)
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const openSockets = new Gauge({
    name: 'websockets_open',
    help: 'Open WebSockets in this process.',
    registers: [registry],
  })
  const droppedSockets = new Counter({
    name: 'websockets_dropped_total',
    help: 'WebSockets closed by the server, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  showDatabaseLoad(registry, databaseLoad)
  return { registry, requestSeconds, openSockets, droppedSockets }
}

/** How many slots for transactions and reads are in use, how many wait, and for how long. */
function showDatabaseLoad(registry: Registry, load: () => DatabaseLoad): void {
  const gauges = {
    slots: ['database_slots', 'Database slots, by purpose.'],
    inUse: ['database_slots_in_use', 'Database slots in use, by purpose.'],
    waiting: ['database_slots_waiting', 'Calls waiting for a database slot.'],
    oldestWaitSeconds: [
      'database_slots_oldest_wait_seconds',
      'Longest current wait for a database slot, in seconds.',
    ],
  } as const
  for (const [field, [name, help]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: ['purpose'],
      registers: [registry],
      collect() {
        for (const [purpose, state] of Object.entries(load())) {
          this.set({ purpose }, state[field as keyof typeof gauges])
        }
      },
    })
  }
}

/** The queue of requests in front of all work. */
export function showWaiting(registry: Registry, load: () => SemaphoreLoad): void {
  const gauges = {
    inUse: ['requests_in_progress', 'Requests that hold a place of the admission queue.'],
    waiting: ['requests_waiting', 'Requests in the admission queue.'],
  } as const
  for (const [field, [name, help]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(load()[field as keyof typeof gauges])
      },
    })
  }
}

/** Read from the database, so every process shows the same, whichever made the backup. */
export function showLastBackup(registry: Registry, lastSuccess: () => Promise<Date | null>): void {
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last scheduled backup succeeded, in seconds since 1970; 0 if none has.',
    registers: [registry],
    async collect() {
      const at = await lastSuccess().catch(() => undefined)
      if (at !== undefined) this.set((at?.getTime() ?? 0) / 1000)
    },
  })
}

/** Times every request by route, and serves the metrics to Prometheus. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token?: string): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: reply.statusCode }
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (token && request.headers.authorization !== `Bearer ${token}`) throw problem('unauthorized')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
