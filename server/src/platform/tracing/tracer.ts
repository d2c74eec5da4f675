import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context.ts'

export type Attributes = Record<string, string | number | undefined>

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export interface SpanSettings {
  name: string
  kind?: SpanKind
  /** A `traceparent` of another process. By default, the parent is the current span. */
  parent?: string | null | undefined
  attributes?: Attributes
}

/** A finished span, for the exporter. */
export interface SpanData extends TraceContext {
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: Attributes
  error: string | undefined
}

const current = new AsyncLocalStorage<Span>()

/** One step of a trace. */
export class Span implements TraceContext {
  readonly traceId: string
  readonly spanId = randomBytes(8).toString('hex')
  readonly isSampled: boolean
  readonly tracer: Tracer
  readonly #settings: SpanSettings
  readonly #parentSpanId: string | undefined
  readonly #startMs = performance.timeOrigin + performance.now()
  #isEnded = false

  constructor(tracer: Tracer, settings: SpanSettings, parent: TraceContext | undefined) {
    this.tracer = tracer
    this.#settings = settings
    this.traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    this.#parentSpanId = parent?.spanId
    this.isSampled = parent?.isSampled ?? tracer.isChosen(this.traceId)
  }

  end({ attributes, error }: { attributes?: Attributes; error?: string | undefined } = {}): void {
    if (this.#isEnded || !this.isSampled) return
    this.#isEnded = true
    const { name, kind = 'internal', attributes: first } = this.#settings
    this.tracer.export({
      ...{ traceId: this.traceId, spanId: this.spanId, parentSpanId: this.#parentSpanId },
      ...{ isSampled: true, name, kind, error, attributes: { ...first, ...attributes } },
      ...{ startMs: this.#startMs, endMs: performance.timeOrigin + performance.now() },
    })
  }

  /** Everything that `work` starts belongs to this span. */
  run<T>(work: () => T): T {
    return current.run(this, work)
  }
}

/** Starts the traces of this process. There is none while tracing is off. */
export class Tracer {
  readonly export: (span: SpanData) => void
  readonly #ratio: number

  constructor(ratio: number, exportSpan: (span: SpanData) => void) {
    this.#ratio = ratio
    this.export = exportSpan
  }

  start(settings: SpanSettings): Span {
    return new Span(this, settings, parseTraceparent(settings.parent) ?? current.getStore())
  }

  /** The same in every process, because it depends on the id only. */
  isChosen(traceId: string): boolean {
    return Number.parseInt(traceId.slice(-8), 16) < this.#ratio * 2 ** 32
  }
}

/** Runs `work` in a span of the tracer, or just runs it while tracing is off. */
export async function traced<T>(
  tracer: Tracer | undefined,
  settings: SpanSettings,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  const span = tracer.start(settings)
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end({ error: (error as Error)?.message ?? 'failed' })
    throw error
  }
}

/** Runs `work` in a span inside the current one, or just runs it if there is none. */
export function step<T>(settings: SpanSettings, work: () => Promise<T>): Promise<T> {
  return traced(current.getStore()?.tracer, settings, work)
}

/** The current span for another process, to store with its work or to send; null if there is none. */
export function traceparent(): string | null {
  const span = current.getStore()
  return span ? formatTraceparent(span) : null
}

/** For log lines. */
export function currentTraceId(): string | undefined {
  return current.getStore()?.traceId
}
