import { Webhook } from 'standardwebhooks'
import { EngineError } from '../../engine-error.ts'
import { bearer, callApi } from '../../external/call-engine.ts'
import type { Fetch } from '../../external/fetch.ts'
import { isObject, parseObject } from '../../external/json.ts'

export interface VideoWebhookConfig {
  /** The URL that receives jobs. */
  baseUrl: string
  apiKey?: string
  timeoutSeconds?: number
}

export interface ExternalVideoRequest {
  id: string
  model: string
  capability: string
  parameters: object
  callbackUrl: string
  /** `whsec_…`. The engine signs its reports with it, as in Standard Webhooks. */
  callbackSecret: string
}

export type VideoReport =
  | { jobId: string; status: 'processing'; percent: number }
  | { jobId: string; status: 'done'; fileUrl: string; thumbnailUrl?: string }
  | { jobId: string; status: 'failed'; error: string }

/**
 * An external video engine with our fixed protocol: it accepts `POST {base_url} {job_id, model,
 * capability, parameters, callback: {url, secret}}`, responds with any JSON, and later posts a
 * signed `{type: "video.progress" | "video.done" | "video.failed", data: {job_id, percent,
 * file_url, thumbnail_url, error}}` to the callback. A thin bridge can adapt any provider.
 */
export async function submitToVideoEngine(
  config: VideoWebhookConfig,
  job: ExternalVideoRequest,
  context: { fetch: Fetch; signal?: AbortSignal },
): Promise<void> {
  const { baseUrl, apiKey, timeoutSeconds = 60 } = config
  const body = {
    job_id: job.id,
    model: job.model,
    capability: job.capability,
    parameters: job.parameters,
    callback: { url: job.callbackUrl, secret: job.callbackSecret },
  }
  const api = { baseUrl, authorization: bearer(apiKey), timeoutSeconds }
  await callApi(context, api, { path: '', body })
}

/** Reads a report. Throws `callback_refused` or `callback_malformed`. */
export function readVideoReport(
  headers: Record<string, string | string[] | undefined>,
  rawBody: Uint8Array,
  secret: string,
): VideoReport {
  const text = Buffer.from(rawBody).toString('utf8')
  const named = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name] ?? ''),
    ]),
  )
  try {
    new Webhook(secret).verify(text, named)
  } catch {
    const message = 'The signature of the report is not valid, or the report is too old.'
    throw new EngineError('callback_refused', message)
  }
  const { type, data } = parseObject(rawBody) ?? {}
  if (!isObject(data) || typeof data.job_id !== 'string') throw malformed()
  const base = { jobId: data.job_id }
  if (type === 'video.failed') {
    const error =
      typeof data.error === 'string' ? data.error : 'The engine could not create the video.'
    return { ...base, status: 'failed', error }
  }
  if (type === 'video.progress') {
    const percent = typeof data.percent === 'number' ? data.percent : 0
    return {
      ...base,
      status: 'processing',
      percent: Math.min(99, Math.max(0, Math.floor(percent))),
    }
  }
  if (type !== 'video.done' || typeof data.file_url !== 'string') throw malformed()
  const { thumbnail_url: thumbnailUrl } = data
  return {
    ...base,
    status: 'done',
    fileUrl: data.file_url,
    ...(typeof thumbnailUrl === 'string' && { thumbnailUrl }),
  }
}

function malformed(): EngineError {
  return new EngineError('callback_malformed', 'The report type is unknown.')
}
