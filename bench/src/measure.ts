import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface Contender {
  name: string
  url: string
  headers: Record<string, string>
  pid: number
  /** The database server, whose CPU time is then counted too. */
  databasePid?: number
  /** Sent with POST; without one the requests are GETs. */
  body?: string
}

export interface Measured {
  name: string
  requestsPerSecond: number
  /** CPU time of the server process, which a busy machine hardly changes. */
  cpuMicrosPerRequest: number
  /** CPU time of PostgreSQL, all of its processes together. */
  databaseMicrosPerRequest: number
  p50Ms: number
  p99Ms: number
}

const connections = 32
const roundSeconds = 4
const rounds = 3

/**
 * Loads each contender in turn, several times, so that a noisy moment of the machine affects all of
 * them; the median round counts.
 */
export async function takeTurns(contenders: Contender[]): Promise<Map<string, Measured>> {
  const seen = new Map<string, Measured[]>()
  for (const contender of contenders) await load(contender, 1)
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      const measured = await load(contender, roundSeconds)
      seen.set(contender.name, [...(seen.get(contender.name) ?? []), measured])
    }
  }
  return new Map([...seen].map(([name, all]) => [name, median(all)]))
}

async function load(
  { name, url, headers, pid, databasePid, body }: Contender,
  seconds: number,
): Promise<Measured> {
  const before = cpuMicros(pid)
  const databaseBefore = databaseMicros(databasePid)
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    ...(body !== undefined && { method: 'POST', body }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`)
  }
  return {
    name,
    requestsPerSecond: result.requests.average,
    cpuMicrosPerRequest: (cpuMicros(pid) - before) / result.requests.total,
    databaseMicrosPerRequest:
      (databaseMicros(databasePid) - databaseBefore) / result.requests.total,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

/** The postmaster and its children. */
export function databaseMicros(postmaster: number | undefined): number {
  if (postmaster === undefined) return 0
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(
    ' ',
  )
  const pids = [postmaster, ...children.filter(Boolean).map(Number)]
  return pids.reduce((sum, pid) => sum + cpuMicros(pid), 0)
}

/** From Linux's /proc, in ticks of 10 ms; 0 on other systems. */
export function cpuMicros(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return 0
  }
}

function median(all: Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  return sorted[Math.floor(sorted.length / 2)] as Measured
}

export function printTable(measured: Iterable<Measured>): void {
  console.log(
    '                                        requests/s     p50     p99     CPU PostgreSQL',
  )
  for (const one of measured) {
    const rate = Math.round(one.requestsPerSecond).toLocaleString('en').padStart(12)
    const cpu = micros(one.cpuMicrosPerRequest) + micros(one.databaseMicrosPerRequest)
    console.log(`${one.name.padEnd(38)}${rate}${ms(one.p50Ms)}${ms(one.p99Ms)}${cpu}`)
  }
}

function ms(value: number): string {
  return `${value} ms`.padStart(8)
}

function micros(value: number): string {
  return `${Math.round(value)} µs`.padStart(9)
}

export function printRatio(label: string, ratio: number, aim: number): void {
  const verdict = ratio >= aim ? 'reached' : 'NOT reached'
  console.log(`${label}: ${ratio.toFixed(2)} (target ${aim}: ${verdict})`)
}
