import type { Deps } from '../../../deps.ts'
import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { saveResult } from '../../assets/save-result.ts'
import { knownEvents } from '../../events/known-events.ts'
import { listTypes } from '../events-for-expressions.ts'
import { buildExample } from './build-example.ts'

interface Work {
  deps: Deps
  tx: Tx
  actor: Actor
  caller: OperationCaller
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** A file that stands for the result of media work, so that later steps can refer to it. */
async function placeholder({ deps, tx, actor }: Work, contentType: string) {
  const file = { key: `sha256/e3/${emptySha256}`, bytes: 0, sha256: emptySha256, contentType }
  const size = contentType.startsWith('image/') ? { width: 1024, height: 1024 } : {}
  const name = 'rehearsal'
  const { id } = await saveResult(deps, tx, actor, { ...file, ...size }, { name, transient: false })
  const url = `${deps.config.publicUrl}/api/v1/assets/${id}`
  return { asset_id: id, url, content_type: contentType, bytes: 0, sha256: emptySha256, ...size }
}

/** The result of a task as its operation would have it. */
export async function taskExample(work: Work, operationId: string) {
  const isSpeech = operationId === 'speakText' || /speech|voice/i.test(operationId)
  const file = await placeholder(work, isSpeech ? 'audio/wav' : 'image/png')
  const facts = { storage: 'asset', warnings: [], timings: {} }
  const engine = { name: 'rehearsal', version: '1', prompt_applied: false }
  if (isSpeech) {
    const speech = { ...file, duration_ms: 1000 }
    return { result: [speech], voice: {}, sentences: [], engine, ...facts }
  }
  const foreground = { top: 0, left: 0, width: 1024, height: 1024 }
  const more = { foreground, alpha_coverage: 0.5 }
  return { result: [file], image_url: file.url, engine, ...more, ...facts }
}

/** The record that the work would leave, from the example of the operation that reads it. */
export async function recordExample(work: Work, type: 'transcription' | 'video', begun: object) {
  const reader = type === 'video' ? 'getVideoVariation' : 'getTranscription'
  const { recording: _, ...example } = (work.caller.find(reader)?.example?.reply ?? {}) as Record<
    string,
    unknown
  >
  if (type === 'transcription') return { ...example, ...begun, job_status: 'DONE' }
  const { asset_id: id, url: file_url } = await placeholder(work, 'video/mp4')
  const output = { id, file_url, thumbnail: null, thumbnail_cover_image: null }
  return { ...example, ...begun, job_status: 'DONE', percent: 100, output }
}

/** An event with values that its schema allows. */
export function eventExample({ deps, actor }: Pick<Work, 'deps' | 'actor'>, pattern: string) {
  const [type = pattern] = listTypes(pattern)
  const { userId, name, kind, via } = actor
  const data = buildExample(knownEvents().get(type as never)?.data)
  const object = { type: type.split('.')[0], id: '00000000-0000-4000-8000-000000000000' }
  const created_at = deps.clock().toISOString()
  const by = { id: userId, name, kind, via }
  return { seq: 0, id: 0, type, actor: by, object, data, request_id: null, created_at }
}
