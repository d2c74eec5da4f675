import type { JsonNode } from '@atelier/sdk/src/exact-json/nodes.ts'
import { DuplicateKey, parseJson } from '@atelier/sdk/src/exact-json/parse.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findJsonExcess } from '../../lib/json-excess.ts'
import { problem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body with its exact digits, for operations that are `exact`. */
    exactBody?: JsonNode
  }
}

/** Parsing and checking this many takes about 20 ms, in which the process does nothing else. */
export const maxBodyValues = 50_000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

type Parser = (
  request: FastifyRequest,
  raw: Buffer,
  done: (error: Error | null, body?: unknown) => void,
) => void

/** Accepts only JSON bodies, and rejects text that PostgreSQL or later readers could not store. */
export function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const readBody: Parser = (request, raw, done) => {
    if (raw.length === 0) return done(null, undefined)
    const text = decode(raw)
    if (text === undefined) return done(malformed('it is not UTF-8'))
    const { operation } = request.routeOptions.config
    const excess = findJsonExcess(text, operation?.bodyLimitValues ?? maxBodyValues)
    if (excess) return done(malformed(excess))
    parse(request, text, (error, body) => {
      if (error) return done(malformed(error.message))
      if (/\\u(0000|d[89a-f])/i.test(text) && holdsBrokenText(body)) {
        return done(malformed('a string contains a NUL character or an unpaired surrogate'))
      }
      try {
        // The JSON parser skips a second byte order mark, so skip it here too.
        if (operation?.exact) request.exactBody = parseJson(text.trimStart())
      } catch (error) {
        if (!(error instanceof DuplicateKey)) return done(error as Error)
        const key = JSON.stringify(error.key.slice(0, 100))
        return done(malformed(`the key ${key} appears twice in one object`))
      }
      done(null, body)
    })
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/([\w.-]+\+)?json\b/,
    { parseAs: 'buffer' },
    (request, raw, done) => {
      // A slow sender holds no place: its request waits for one when its body has arrived.
      const entered = request.enter?.() ?? Promise.resolve()
      entered.then(() => readBody(request, raw, done)).catch(done)
    },
  )
}

function malformed(reason: string) {
  return problem('malformed_json', { detail: `The body cannot be read: ${reason}.` })
}

function decode(raw: Buffer): string | undefined {
  try {
    return utf8.decode(raw)
  } catch {
    return undefined
  }
}

export function isBrokenText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return isBrokenText(value)
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, item]) => isBrokenText(key) || holdsBrokenText(item))
}
