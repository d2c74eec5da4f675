/** Identifies a span across processes, as in W3C Trace Context. */
export interface TraceContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

const format = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Undefined if there is none, or if it is not valid: the trace then starts here. */
export function parseTraceparent(text: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && format.exec(text)) || []
  if (!traceId || !spanId || !flags) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId) || text?.toString().startsWith('ff')) {
    return undefined
  }
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}
