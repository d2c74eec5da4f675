import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import pretty from 'pino-pretty'
import { currentTraceId } from './tracing/tracer.ts'

/** Header and field names whose values never reach a log. */
const secrets = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["idempotency-key"]',
  'password',
  'current_password',
  'new_password',
  'token',
  'access_token',
  'refresh_token',
  'key',
]

export interface LogSettings {
  logLevel: string
  logFormat: string
  tracing?: object | undefined
}

/** Logs go to standard error; standard output is for what a person asked for. */
export function createLogger(
  { logLevel, logFormat, tracing }: LogSettings,
  to?: DestinationStream,
): Logger {
  const destination = to ?? (logFormat === 'pretty' ? prettyStream() : pino.destination(2))
  return pino(
    {
      level: logLevel,
      base: { pid: process.pid, host: hostname() },
      redact: {
        paths: secrets.flatMap((name) => {
          const dotted = name.startsWith('[') ? name : `.${name}`
          return [name, `*${dotted}`, `*.*${dotted}`]
        }),
        censor: '[hidden]',
      },
      serializers: { err: stdSerializers.err },
      ...(tracing && { mixin: () => ({ trace_id: currentTraceId() }) }),
    },
    destination,
  )
}

function prettyStream(): DestinationStream {
  return pretty({
    destination: 2,
    translateTime: 'HH:MM:ss.l',
    singleLine: true,
    ignore: 'pid,host',
  })
}
