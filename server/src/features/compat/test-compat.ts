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
    at.url = await service.app.listen({ port: 0, host: '127.0.0.1' })
    Object.assign(service.deps.config, { publicUrl: at.url })
    rememberWork(service.deps.engines, { seed: 0 })
  })
  return { service, mia, at }
}

/** What FFmpeg says about a file that a client received. */
export async function probeBytes({ deps }: Harness, bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-probe-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    return await deps.engines.probe(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
