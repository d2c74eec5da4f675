import { type Check, type Finding, look, ok, problem, skipped, warning } from './check.ts'
import { type Process, readProcess } from './read-process.ts'

const maxClockSeconds = { warning: 1, problem: 5 }
const maxDueSeconds = { events: 10, others: 300 }
const maxLagSeconds = 30

/** Checks running processes by what they report about themselves. */
export async function examineFleet(
  urls: readonly string[],
  metricsToken: string | undefined,
): Promise<Check[]> {
  const processes = await Promise.all(urls.map((url) => readProcess(url, metricsToken)))
  const measured = processes.filter(({ samples }) => samples)
  const checks: [string, (all: Process[]) => Finding][] = [
    ['Versions', versions],
    ['Roles', roles],
    ['Clocks', clocks],
    ['Loops', loops],
    ['Messages', messages],
    ['Files', files],
    ['Backlog', backlog],
  ]
  const nothing = skipped('No process showed its metrics.', 'Fix the processes first.')
  return Promise.all([
    ...processes.map((one) => look(one.name, () => readiness(one))),
    ...checks.map(([name, check]) =>
      look(name, () => (measured.length > 0 ? check(measured) : nothing)),
    ),
  ])
}

function readiness({ url, failure, ready, samples, isTokenMissing }: Process): Finding {
  if (failure || !ready) {
    const reason = failure ?? 'it is not Atelier'
    const fix = 'Start the process, or correct the URL: the API port or ATELIER_HEALTH_PORT.'
    return problem(`${url} does not answer as Atelier (${reason}).`, fix)
  }
  const broken = Object.entries(ready.checks).filter(([, state]) => state !== 'ok')
  const list = broken.map(([name, state]) => `${name}: ${state}`).join('; ')
  const fix = 'See its log, and the runbook in docs/observability.md.'
  if (ready.status === 'degraded') return warning(`is ready, but ${list}`, fix)
  if (ready.status !== 'ok')
    return problem(`is ${ready.status} (${list || 'no reason given'})`, fix)
  if (isTokenMissing) {
    return warning('is ready, but hides its metrics', 'Set ATELIER_METRICS_TOKEN to its token.')
  }
  return samples ? ok('is ready') : warning('is ready, but shows no metrics', fix)
}

const listValues = (all: Process[], metric: string) =>
  all.flatMap(({ name, samples = [] }) =>
    samples.filter((sample) => sample.metric === metric).map((sample) => ({ ...sample, name })),
  )

const distinct = (all: (string | undefined)[]) =>
  [...new Set(all)].filter((one) => one !== undefined)

function versions(all: Process[]): Finding {
  const found = listValues(all, 'atelier_info')
  const versions = distinct(found.map(({ labels }) => labels.version))
  if (versions.length === 1) return ok(`all run ${versions[0]}`)
  const list = found.map(({ name, labels }) => `${name}: ${labels.version}`).join(', ')
  return problem(`Processes run different versions (${list}).`, 'Finish the update of all of them.')
}

function roles(all: Process[]): Finding {
  const found = listValues(all, 'atelier_info').flatMap(
    ({ labels }) => labels.roles?.split(',') ?? [],
  )
  const missing = ['api', 'worker'].filter((role) => !found.includes(role))
  if (missing.length === 0) return ok('api and worker are both there')
  return warning(
    `None of these processes has the role ${missing.join(' or ')}.`,
    'Check that one runs elsewhere, or start one with ATELIER_ROLES.',
  )
}

function clocks(all: Process[]): Finding {
  const offsets = listValues(all, 'clock_offset_seconds')
  if (offsets.length === 0) return skipped('The database does not answer.', 'Fix it first.')
  const worst = offsets.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a))
  const seconds = Math.abs(worst.value)
  if (seconds < maxClockSeconds.warning) return ok(`at most ${seconds} s off the database’s clock`)
  const found = `The clock of ${worst.name} is ${worst.value} s off the database’s clock.`
  const fix = 'Turn on time synchronisation on both machines (chronyd or systemd-timesyncd).'
  return seconds < maxClockSeconds.problem ? warning(found, fix) : problem(found, fix)
}

function loops(all: Process[]): Finding {
  const lags = listValues(all, 'background_loop_lag_seconds')
  const isStalled = new Set(
    listValues(all, 'background_loop_stalled')
      .filter(({ value }) => value > 0)
      .map(({ name, labels }) => `${name} ${labels.loop}`),
  )
  const late = lags.filter(
    ({ name, labels, value }) => value > maxLagSeconds || isStalled.has(`${name} ${labels.loop}`),
  )
  if (late.length === 0) return ok(`${lags.length} make progress`)
  const list = late.map(({ name, labels, value }) => `${labels.loop} of ${name}: ${value} s`)
  const found = `Some make no progress (${list.join(', ')}).`
  if (isStalled.size === 0) return warning(found, 'Run this again in a minute.')
  return problem(found, 'The log says why. If the loop does not recover, restart the process.')
}

function messages(all: Process[]): Finding {
  const broken = listValues(all, 'bus_connected').filter(({ value }) => value === 0)
  if (broken.length === 0) return ok('arrive everywhere')
  const list = broken.map(({ name, labels }) => `${labels.bus} at ${name}`).join(', ')
  return warning(
    `Some do not arrive (${list}). Work goes on, but slower.`,
    'Check Redis, and the network between it and the process.',
  )
}

function files(all: Process[]): Finding {
  const apart = listValues(all, 'storage_shared').filter(({ value }) => value === 0)
  if (apart.length === 0) return ok('all processes share them')
  return problem(
    `${apart.map(({ name }) => name).join(', ')} stores files where others do not see them.`,
    'Use S3, or the same ATELIER_DATA_DIR on a shared file system, and restart the process.',
  )
}

/** The same in every process, so the first one that knows it is asked. */
function backlog(all: Process[]): Finding {
  const [first] = all.filter(({ samples }) =>
    samples?.some(({ metric }) => metric === 'backlog_items'),
  )
  if (!first) return ok('empty')
  const oldest = listValues([first], 'backlog_oldest_seconds').filter(
    ({ labels, value }) =>
      labels.state === 'due' &&
      value > (labels.queue === 'events' ? maxDueSeconds.events : maxDueSeconds.others),
  )
  const failed = listValues([first], 'backlog_items').filter(
    ({ labels, value }) => labels.state === 'failed' && value > 0,
  )
  const list = [
    ...oldest.map(({ labels, value }) => `${labels.queue} waits for ${Math.round(value)} s`),
    ...failed.map(({ labels, value }) => `${labels.queue}: ${value} failed`),
  ]
  if (list.length === 0) return ok('nothing waits for long')
  return warning(`${list.join('; ')}.`, 'See AtelierBacklogOld in docs/observability.md.')
}
