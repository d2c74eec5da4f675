import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Attributes, SpanData, SpanKind } from './tracer.ts'

export interface TracingSettings {
  /** The base URL of an OTLP/HTTP receiver. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The part of traces to record, from 0 to 1. */
  ratio: number
}

const flushEveryMs = 1000
const maxWaiting = 4096
const timeoutMs = 5000
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }

/** Sends finished spans as OTLP/HTTP JSON, a batch every second. It drops spans it cannot send. */
export class OtlpExporter {
  readonly #settings: TracingSettings
  readonly #resource: object
  readonly #log: Pick<Logger, 'warn' | 'info'>
  #waiting: SpanData[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #isAway = false
  #dropped = 0

  constructor(settings: TracingSettings, version: string, log: Pick<Logger, 'warn' | 'info'>) {
    this.#settings = settings
    this.#log = log
    this.#resource = {
      attributes: writeAttributes({
        'service.name': settings.serviceName,
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        'host.name': hostname(),
        'process.pid': process.pid,
      }),
    }
  }

  add(span: SpanData): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped++
      return
    }
    this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs).unref()
  }

  get dropped(): number {
    return this.#dropped
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const spans = this.#waiting
    this.#waiting = []
    this.#sending = this.#sending.then(() => this.#send(spans))
    await this.#sending
  }

  async #send(spans: SpanData[]): Promise<void> {
    if (spans.length === 0) return
    const scope = { name: 'atelier' }
    const scopeSpans = [{ scope, spans: spans.map(asOtlp) }]
    try {
      const response = await fetch(`${this.#settings.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...this.#settings.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource: this.#resource, scopeSpans }] }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The trace receiver answered ${response.status}.`)
      if (this.#isAway) this.#log.info('the trace receiver answers again')
      this.#isAway = false
    } catch (err) {
      this.#dropped += spans.length
      // One line per outage.
      if (!this.#isAway) this.#log.warn({ err }, 'could not send traces; they are dropped')
      this.#isAway = true
    }
  }
}

function asOtlp(span: SpanData): object {
  const { traceId, spanId, parentSpanId, name, kind, attributes, error, startMs, endMs } = span
  return {
    ...{
      traceId,
      spanId,
      ...(parentSpanId && { parentSpanId }),
      name,
      kind: kinds[kind],
      flags: 1,
    },
    ...{ startTimeUnixNano: nanoseconds(startMs), endTimeUnixNano: nanoseconds(endMs) },
    attributes: writeAttributes(attributes),
    ...(error !== undefined && { status: { code: 2, message: error } }),
  }
}

/** More than a number can hold exactly, so it is text. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function writeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    const number = Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    return [{ key, value: typeof value === 'string' ? { stringValue: value } : number }]
  })
}
