import { Webhook } from 'standardwebhooks'
import { isObject } from '../../external/json.ts'
import {
  callbackBody,
  callbackMalformed,
  callbackRefused,
  readHeader,
  sameSecret,
} from './callback-secret.ts'
import { type FieldNames, readPhrases } from './read-phrases.ts'
import { readNumber, readText, readTime } from './read-values.ts'
import type { Callback, CallbackEvent, ProviderStatus } from './transcription-engine.ts'

/**
 * A report from our own engine, or any engine built for us: `{type, timestamp, data}` as in
 * Standard Webhooks. `data` is `{job_id, sequence, phrases, duration_ms, language, error}`. A part
 * contains the new phrases and is numbered from 0; done contains all phrases.
 */
export interface StandardEvent extends CallbackEvent {
  /** The number of a part. */
  sequence?: number
}

const toleranceSeconds = 5 * 60
const statuses: Record<string, ProviderStatus> = {
  'transcription.part': 'processing',
  'transcription.done': 'done',
  'transcription.failed': 'failed',
}
const spelling: FieldNames = {
  wordText: ['text'],
  phraseText: ['text'],
  confidence: ['confidence'],
  unitMs: 1,
}

export interface SigningSecrets {
  /** `whsec_…`. Two secrets during rotation. */
  secrets: readonly string[]
  now: () => Date
}

/** The headers of a signed report. */
export function signReport(
  { secrets: [secret = ''], now }: SigningSecrets,
  id: string,
  body: string,
): Record<string, string> {
  const at = now()
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

/**
 * Reads a report if its signature is valid and it is at most five minutes old. The caller detects
 * replays by `eventId`, which is part of the signature.
 */
export function readReport(callback: Callback, signing: SigningSecrets): StandardEvent {
  const eventId = verify(callback, signing)
  const { type, data } = callbackBody(callback)
  const status = typeof type === 'string' && Object.hasOwn(statuses, type) && statuses[type]
  if (!status || !isObject(data)) throw callbackMalformed('The report type is unknown.')
  const providerJobId = readText(data.job_id)
  if (!providerJobId) throw callbackMalformed('The report has no job id.')
  const sequence = readNumber(data.sequence)
  const event: StandardEvent = {
    eventId,
    providerJobId,
    status,
    needsFetch: false,
    ...(sequence === undefined ? {} : { sequence }),
  }
  if (status === 'failed') {
    return {
      ...event,
      error: readText(data.error) ?? 'The engine could not transcribe the recording.',
    }
  }
  if (!Array.isArray(data.phrases)) throw callbackMalformed('The report has no phrases.')
  const phrases = readPhrases(data.phrases, spelling)
  // Our own engine must not lose anything. Other engines may.
  if (phrases.length !== data.phrases.length) {
    throw callbackMalformed('The report has a phrase without text or times.')
  }
  const language = readText(data.language)
  const told = readTime(data.duration_ms, 1)
  const durationMs = Math.max(told ?? 0, ...phrases.map(({ end }) => end))
  const transcript = { durationMs, phrases, ...(language === undefined ? {} : { language }) }
  return { ...event, transcript }
}

function verify(callback: Callback, { secrets, now }: SigningSecrets): string {
  const id = readHeader(callback, 'webhook-id')
  const timestamp = readHeader(callback, 'webhook-timestamp')
  const given = readHeader(callback, 'webhook-signature')
  if (!id || !given || !timestamp || !/^\d{1,12}$/.test(timestamp)) {
    throw callbackRefused('The report has no valid Standard Webhooks headers.')
  }
  const sentAt = new Date(Number(timestamp) * 1000)
  if (Math.abs(now().getTime() - sentAt.getTime()) > toleranceSeconds * 1000) {
    throw callbackRefused('The report is too old, or a clock is wrong.')
  }
  const body = readBodyText(callback)
  const signatures = given.split(' ')
  const holds = secrets
    .map((secret) => new Webhook(secret).sign(id, sentAt, body))
    .some((expected) => signatures.some((signature) => sameSecret(signature, expected)))
  if (!holds) throw callbackRefused('The signature of the report is not valid.')
  return id
}

/** The signature covers text, so invalid UTF-8 could stand for different bytes. */
function readBodyText({ rawBody }: Callback): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody)
  } catch {
    throw callbackMalformed('The body of the callback is not valid UTF-8.')
  }
}
