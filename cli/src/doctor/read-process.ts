/** One line of `/metrics`. */
export interface Sample {
  metric: string
  labels: Record<string, string>
  value: number
}

/** What a running process reports about itself. */
export interface Process {
  url: string
  /** Host and port. */
  name: string
  /** Why it could not be reached. */
  failure?: string
  ready?: { status: string; checks: Record<string, string> }
  samples?: Sample[]
  isTokenMissing?: boolean
}

const patienceMs = 5000

export async function readProcess(url: string, metricsToken: string | undefined): Promise<Process> {
  const base = url.replace(/\/+$/, '')
  const name = URL.canParse(base) ? new URL(base).host : base
  try {
    const ready = await ask(`${base}/readyz`)
    const body = (await ready.json().catch(() => undefined)) as Process['ready']
    if (!body?.checks) return { url, name }
    const headers = metricsToken ? { authorization: `Bearer ${metricsToken}` } : {}
    const metrics = await ask(`${base}/metrics`, headers)
    if (!metrics.ok) return { url, name, ready: body, isTokenMissing: metrics.status === 401 }
    return { url, name, ready: body, samples: parseMetrics(await metrics.text()) }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return { url, name, failure: cause?.code ?? cause?.message ?? message }
  }
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) })
}

/** The text format of Prometheus. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, metric, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!metric) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    const named = Object.fromEntries(pairs.map(([, name, content]) => [name, content]))
    return [{ metric, labels: named as Record<string, string>, value: Number(value) }]
  })
}
