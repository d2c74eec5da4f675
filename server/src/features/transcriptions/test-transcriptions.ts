import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { useFakeEngine } from '../../../test/fake-engine.ts'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'

export const base = '/api/v1/transcription'
export const recording = join(
  import.meta.dirname,
  '../../engines/transcription/test-files/speech.ogg',
)
export const speech = readFileSync(recording)

/** A service, a server of recordings, and a new person for each test. */
export function useTranscriptions() {
  const service = useService()
  const server = useFakeEngine()
  const mia = useTenant(service, beforeEach)
  beforeEach(() => {
    server.reply = (_, response) => void response.end(speech)
  })

  const get = (id: string, key = mia.key) => service.call('GET', `${base}/${id}`, { key })

  async function submit(body: object = {}) {
    const answer = service.call('POST', `${base}/transcribe`, {
      key: mia.key,
      body: { audio_url: `${server.url}/talk.ogg`, ...body },
    })
    return (await expectStatus(202, answer)) as { id: string; task_id: string }
  }

  async function waitForStatus(id: string, ...wanted: string[]) {
    let record = (await get(id)).body
    await expect
      .poll(
        async () => {
          record = (await get(id)).body
          return wanted.includes(record.job_status) ? 'there' : record.job_status
        },
        { interval: 200 },
      )
      .toBe('there')
    return record
  }

  return { service, server, mia, get, submit, waitForStatus }
}
