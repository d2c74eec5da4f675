import type { Cost, OperationName } from './measure-cost.ts'

/** What one person and their agents do on a working day. */
const perPersonAndDay: Record<OperationName, number> = {
  'read the workspace': 60,
  'list tasks of a board': 40,
  'create a board task': 4,
  'notify a person': 12,
}
/** The busiest hour has this share of a day; a flat day would have 1/24. */
const busiestHour = 1 / 6
/** People with an open console or app at that hour, each with one socket. */
const online = 0.2
const socketBytes = 39_000
/** Above this, waiting times grow faster than the load. */
const maxUsedShare = 0.6
const coresPerDatabase = 32
const coresPerServer = 4
const socketsPerGateway = 50_000
const daysPerYear = 250

export interface Plan {
  people: number
  requestsPerSecond: number
  serverCores: number
  databaseCores: number
  statementsPerSecond: number
  walMegabytesPerSecond: number
  gigabytesPerYear: number
  sockets: number
  /** PostgreSQL clusters, each with a part of the workspaces. */
  shards: number
  servers: number
  gateways: number
}

export function computePlan(people: number, costs: readonly Cost[]): Plan {
  const perSecond = (count: number) => (people * count * busiestHour) / 3600
  const sum = (value: (cost: Cost) => number) =>
    costs.reduce((total, cost) => total + perSecond(perPersonAndDay[cost.name]) * value(cost), 0)
  const serverCores = sum(({ serverMs }) => serverMs / 1000) / maxUsedShare
  const databaseCores = sum(({ databaseMs }) => databaseMs / 1000) / maxUsedShare
  const perDay = costs.reduce(
    (all, { name, rowBytes }) => all + perPersonAndDay[name] * rowBytes,
    0,
  )
  const sockets = people * online
  return {
    people,
    requestsPerSecond: sum(() => 1),
    serverCores,
    databaseCores,
    statementsPerSecond: sum(({ statements }) => statements),
    walMegabytesPerSecond: sum(({ walBytes }) => walBytes) / 1e6,
    gigabytesPerYear: (people * perDay * daysPerYear) / 1e9,
    sockets,
    shards: Math.ceil(databaseCores / coresPerDatabase),
    servers: Math.ceil(serverCores / coresPerServer),
    gateways: Math.ceil(sockets / socketsPerGateway),
  }
}

export function printPlans(plans: readonly Plan[]): void {
  const rows: [string, (plan: Plan) => string][] = [
    ['people', ({ people }) => short(people)],
    ['requests/s in the busiest hour', (plan) => short(plan.requestsPerSecond)],
    ['server cores', (plan) => short(plan.serverCores)],
    ['PostgreSQL cores', (plan) => short(plan.databaseCores)],
    ['statements/s', (plan) => short(plan.statementsPerSecond)],
    ['WAL, MB/s', (plan) => short(plan.walMegabytesPerSecond)],
    ['rows, GB a year', (plan) => short(plan.gigabytesPerYear)],
    ['open sockets', (plan) => short(plan.sockets)],
    ['their memory, GB', (plan) => short((plan.sockets * socketBytes) / 1e9)],
    [`servers of ${coresPerServer} cores`, (plan) => short(plan.servers)],
    [`PostgreSQL clusters of ${coresPerDatabase} cores`, (plan) => short(plan.shards)],
    [`socket gateways of ${short(socketsPerGateway)}`, (plan) => short(plan.gateways)],
  ]
  console.log('')
  for (const [label, value] of rows) {
    console.log(label.padEnd(34) + plans.map((plan) => value(plan).padStart(9)).join(''))
  }
}

/** 1.2k, 35M: two digits are all that such a calculation can know. */
function short(value: number): string {
  for (const [unit, letter] of [
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= unit) return `${Number((value / unit).toPrecision(2))}${letter}`
  }
  return String(Number(value.toPrecision(2)))
}
