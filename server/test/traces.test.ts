import { Writable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../src/platform/logger.ts'
import { parseTraceparent } from '../src/platform/tracing/trace-context.ts'
import { Tracer } from '../src/platform/tracing/tracer.ts'
import { callAs, useService, useTenant } from './harness.ts'
import { readBody, useHttpServer } from './local-servers.ts'
import { dataUrl, waitForTask } from './tool-runs.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status?: { code: number }
}

const batches: { headers: unknown; resource: object; spans: Span[] }[] = []
const collector = useHttpServer(async (request, response) => {
  const { resourceSpans } = JSON.parse(String(await readBody(request)))
  const { resource, scopeSpans } = resourceSpans[0]
  batches.push({ headers: request.headers, resource, spans: scopeSpans[0].spans })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
const hooks: { path: string; traceparent: unknown }[] = []
const receiver = useHttpServer(async (request, response) => {
  await readBody(request)
  hooks.push({ path: String(request.url), traceparent: request.headers.traceparent })
  response.writeHead(204).end()
})

// Read when the service starts, after the collector.
const service = useService({
  get tracing() {
    return { endpoint: collector.url, headers: { 'x-key': 'k' }, serviceName: 'atelier', ratio: 1 }
  },
})
const mia = useTenant(service)
const api = callAs(service, mia)

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'
const from = (flags: string) => ({ traceparent: `00-${traceId}-${callerSpan}-${flags}` })
const collected = (id: string) =>
  batches.flatMap(({ spans }) => spans.filter((s) => s.traceId === id))
const patient = { interval: 100 }

test('one trace leads from the request over the task and its engine to the webhooks', async () => {
  const subscription = { url: `${receiver.url}/events`, event_types: ['task.succeeded'] }
  await api('POST', '/api/v1/webhooks/subscriptions', subscription)
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const submitted = await service.call('POST', '/api/v1/tools/convert-format', {
    key: mia.key,
    headers: from('01'),
    body: {
      image_url: dataUrl(await image.png().toBuffer()),
      output_format: 'webp',
      webhook_url: `${receiver.url}/task`,
    },
  })
  expect(submitted.status).toBe(202)
  expect((await waitForTask(service, mia.key, submitted.body.task_id)).status).toBe('SUCCESS')

  const names = () => collected(traceId).map(({ name }) => name)
  const wanted = [
    'POST /api/v1/tools/convert-format',
    'task convert-format',
    'engine edit',
    'job task-webhooks',
    'webhook delivery',
    'POST webhook',
  ]
  await expect.poll(names, patient).toEqual(expect.arrayContaining(wanted))
  const spans = collected(traceId)
  const byName = (name: string) => spans.find((span) => span.name === name) as Span
  const findParent = (span: Span) => spans.find(({ spanId }) => spanId === span.parentSpanId)?.name
  const [request, task, engine, job, delivery] = wanted.map(byName) as [
    Span,
    Span,
    Span,
    Span,
    Span,
  ]
  expect([request.parentSpanId, request.kind]).toEqual([callerSpan, 2])
  expect(findParent(task)).toBe(request.name)
  expect([findParent(engine), findParent(job), findParent(delivery)]).toEqual(
    Array(3).fill(task.name),
  )
  const posts = spans.filter(({ name }) => name === 'POST webhook')
  expect(posts.map(findParent)).toEqual(expect.arrayContaining([job.name, delivery.name]))
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    expect(BigInt(end)).toBeGreaterThanOrEqual(BigInt(start))
  }
  expect(request.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '202' },
  })
  for (const path of ['/events', '/task']) {
    const received = hooks.find((hook) => hook.path === path)?.traceparent
    expect(parseTraceparent(received)?.traceId, path).toBe(traceId)
  }
  const [batch] = batches
  expect(batch?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' })
  expect(JSON.stringify(batch?.resource)).toContain('"service.name"')
})

describe('trace ids', () => {
  test('are in problem bodies; an unsampled trace keeps its id and is not sent', async () => {
    const id = 'a'.repeat(32)
    const traceparent = `00-${id}-${callerSpan}-00`
    const path = '/api/v1/workspaces/teamspaces/999999'
    const options = { key: mia.key, headers: { traceparent } }
    const { status, body } = await service.call('GET', path, options)
    expect([status, body.trace_id]).toEqual([404, id])
    const later = await service.call('GET', path, { key: mia.key })
    expect(later.body.trace_id).toMatch(/^[0-9a-f]{32}$/)
    await expect.poll(() => collected(later.body.trace_id).length, patient).toBe(1)
    expect(collected(id)).toEqual([])
  })

  test('are in log lines', () => {
    const lines: string[] = []
    const write = (chunk: unknown, _encoding: unknown, done: () => void) => {
      lines.push(String(chunk))
      done()
    }
    const sink = new Writable({ write })
    const log = createLogger({ logLevel: 'info', logFormat: 'json', tracing: {} }, sink)
    const span = new Tracer(1, () => {}).start({ name: 'test' })
    span.run(() => log.info('inside'))
    log.info('outside')
    const ids = lines.map((line) => JSON.parse(line).trace_id)
    expect(ids).toEqual([span.traceId, undefined])
  })
})

test('a receiver that is away costs its spans and nothing else', async () => {
  const { OtlpExporter } = await import('../src/platform/tracing/otlp-exporter.ts')
  const lines: string[] = []
  const log = {
    warn: (_about: object, text: string) => lines.push(text),
    info: (text: string) => lines.push(text),
  }
  const settings = { endpoint: 'http://127.0.0.1:1', headers: {}, serviceName: 'x', ratio: 1 }
  const exporter = new OtlpExporter(settings, '1', log as never)
  const tracer = new Tracer(1, (span) => exporter.add(span))
  for (const _ of [1, 2]) {
    tracer.start({ name: 'test' }).end()
    await exporter.flush()
  }
  expect([lines, exporter.dropped]).toEqual([['could not send traces; they are dropped'], 2])
})

test('the ratio chooses by trace id, and an invalid header starts a new trace', () => {
  const spans: unknown[] = []
  const tracer = new Tracer(0.25, (span) => spans.push(span))
  for (let count = 0; count < 2000; count++) tracer.start({ name: 'test' }).end()
  expect(spans.length).toBeGreaterThan(350)
  expect(spans.length).toBeLessThan(650)
  const zeros = '0'.repeat(32)
  for (const wrong of ['', 'x', `00-${zeros}-${callerSpan}-01`, `ff-${traceId}-${callerSpan}-01`]) {
    expect(parseTraceparent(wrong)).toBeUndefined()
  }
})
