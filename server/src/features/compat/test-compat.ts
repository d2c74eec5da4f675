import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { type Harness, useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'

/** A service on a real port, for the unchanged clients of other services. */
export function useCompat() {
  const service = useService()
  const mia = useTenant(service)
  const at = { url: '' }
  beforeAll(async () => {
    at.url = await service.listen()
    rememberWork(service.deps.engines, { seed: 0 })
  })
  return { service, mia, at }
}

/** What FFmpeg says about a file that a client received. */
export function probeBytes({ deps }: Harness, bytes: Uint8Array) {
  return withFile(bytes, (path) => deps.engines.probe({ mediaPath: path }))
}

/** How long it plays. The header of a stream may not say so, so this decodes all of it. */
export function measureDurationMs({ deps }: Harness, bytes: Uint8Array): Promise<number> {
  return withFile(bytes, async (mediaPath) => {
    const job = { mediaPath, outputPath: `${mediaPath}-played`, sampleRate: 24_000 }
    return (await deps.engines.convertAudio({ ...job, format: 'pcm' })).durationMs
  })
}

async function withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-probe-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    return await work(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
