import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@atelier/server/config.ts'
import { embeddedVoices } from '@atelier/server/engines/speech/voices.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

const rounds = 5
// Polling more often would take the CPU time that the engine needs.
const pollMs = 50
const text = 'Good morning, everyone. The first train leaves at nine from platform twelve.'
const voice = embeddedVoices.find(({ file }) => file === 'af_heart')?.id

/** The operations for OpenAI's clients against the native ones: the same work, from the same client. */
export async function dropIn(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const atelier = await startAtelier({
    ATELIER_DATA_DIR: folder,
    ATELIER_MODELS_DIR: readConfig().models.folder,
  })
  try {
    const recording = await nativeSpeech(atelier)
    await compare(
      'speech',
      () => nativeSpeech(atelier),
      () => openAiSpeech(atelier),
    )
    await compare(
      'transcriptions',
      () => nativeTranscription(atelier, recording),
      () => openAiTranscription(atelier, recording),
    )
  } finally {
    atelier.child.kill('SIGTERM')
    await once(atelier.child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * In turns, so that a noisy moment of the machine affects both. The fastest round of each counts:
 * the same work takes no less, and everything above it is other programs on the machine.
 */
async function compare(
  name: string,
  native: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<void> {
  await other()
  await native()
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of [native, other].entries()) {
      const startedAt = performance.now()
      await run()
      times[index]?.push(performance.now() - startedAt)
    }
  }
  const [nativeMs, otherMs] = times.map((all) => Math.min(...all)) as [number, number]
  console.log(
    `/v1/audio/${name}: ${otherMs.toFixed(0)} ms, native ${nativeMs.toFixed(0)} ms: ${(otherMs / nativeMs).toFixed(2)} (target 1.10)`,
  )
}

async function call({ baseUrl, headers }: StartedAtelier, path: string, init: RequestInit = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

const json = { 'content-type': 'application/json' }

async function nativeSpeech(atelier: StartedAtelier): Promise<Uint8Array<ArrayBuffer>> {
  const submitted = await call(atelier, `/api/v1/voices/${voice}/translate`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ text, output_format: 'mp3', storage: 'transient' }),
  })
  const { task_id } = (await submitted.json()) as { task_id: string }
  for (;;) {
    const answer = await call(atelier, `/api/v1/tasks/${task_id}`)
    const task = (await answer.json()) as { status: string; result?: { result: { url: string }[] } }
    const url = task.result?.result[0]?.url
    if (task.status === 'FAILURE') throw new Error('The task failed')
    if (url) return new Uint8Array(await (await fetch(url)).arrayBuffer())
    await sleep(pollMs)
  }
}

async function openAiSpeech(atelier: StartedAtelier): Promise<void> {
  const body = JSON.stringify({ model: 'tts-1', voice, input: text })
  const response = await call(atelier, '/v1/audio/speech', { method: 'POST', headers: json, body })
  await response.arrayBuffer()
}

function formWith(recording: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([recording], { type: 'audio/mpeg' }), 'talk.mp3')
  return form
}

async function nativeTranscription(
  atelier: StartedAtelier,
  recording: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const upload = { method: 'POST', body: formWith(recording) }
  const { id: asset_id } = (await (
    await call(atelier, '/api/v1/assets/upload', upload)
  ).json()) as { id: string }
  const submitted = await call(atelier, '/api/v1/transcription/transcribe', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ asset_id }),
  })
  const { id } = (await submitted.json()) as { id: string }
  for (;;) {
    const answer = await call(atelier, `/api/v1/transcription/${id}`)
    const { job_status } = (await answer.json()) as { job_status: string }
    if (job_status === 'DONE') return
    if (job_status === 'FAILED') throw new Error('The transcription failed')
    await sleep(pollMs)
  }
}

async function openAiTranscription(
  atelier: StartedAtelier,
  recording: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const form = formWith(recording)
  form.append('model', 'whisper-1')
  await (await call(atelier, '/v1/audio/transcriptions', { method: 'POST', body: form })).json()
}
