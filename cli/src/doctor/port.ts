import { createServer } from 'node:net'
import { type Finding, ok, problem, skipped, warning } from './check.ts'
import type { Settings } from './configuration.ts'

const patienceMs = 3_000

/** Ok if the port is free or in use by Atelier. */
export async function port({ config, wrong }: Settings): Promise<Finding> {
  const { port: number, roles } = config
  // localhost can have two addresses. The server uses this one; see main.ts.
  const host = config.host === 'localhost' ? '127.0.0.1' : config.host
  if (wrong.has('PORT')) return skipped('PORT is not valid.', 'Correct it and run this again.')
  if (!roles.has('api')) return skipped('Not used: ATELIER_ROLES has no api.', 'Nothing to do.')
  if (number === 0) return ok('any free one, because PORT is 0')
  const place = `${number} on ${config.host}`
  const refusal = await whyNotBound(host, number)
  if (!refusal) return ok(`${place} is free`)
  if (refusal === 'EADDRINUSE') return whoAnswers(host, number, place)
  if (refusal === 'EACCES') {
    return problem(
      `This user may not listen on ${place}.`,
      'Set PORT to a port above 1023, and put a proxy in front of it.',
    )
  }
  return problem(
    `Nothing can listen on ${place} (${refusal}).`,
    'Set ATELIER_HOST to an address of this machine: localhost, or 0.0.0.0 for all of them.',
  )
}

function whyNotBound(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: { code?: string }) => resolve(error.code ?? 'refused'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

async function whoAnswers(host: string, port: number, place: string): Promise<Finding> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const baseUrl = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  const [health, ready] = await Promise.all([ask(`${baseUrl}/healthz`), ask(`${baseUrl}/readyz`)])
  if (health?.status !== 'ok' || !ready?.checks) {
    return problem(
      `Another program uses ${place}.`,
      `Stop it, or choose another port: PORT=${port < 65_000 ? port + 100 : 4700} npm start`,
    )
  }
  if (ready.status === 'ok') return ok(`Atelier is running on ${port} and is ready`)
  const failing = Object.entries(ready.checks).filter(([, state]) => state !== 'ok')
  const report = ready.status === 'degraded' ? warning : problem
  return report(
    `Atelier is running on ${port}, but it is ${ready.status}${failing.map(([name, state]) => `: its ${name} ${state}`).join('')}.`,
    'It recovers on its own once its dependencies are back. See the other checks.',
  )
}

interface Health {
  status?: string
  checks?: Record<string, string>
}

async function ask(url: string): Promise<Health | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
    return (await response.json()) as Health
  } catch {
    return undefined
  }
}
