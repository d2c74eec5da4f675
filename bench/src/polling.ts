import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@atelier/server/config.ts'
import { person } from '@atelier/server/engines/background/drawn-subjects.ts'
import { toImage } from '@atelier/server/engines/background/test-scenes.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

const pollMs = 20
const seconds = 40

/** How long GET /tasks/{id} takes while two image jobs keep two cores busy, and without any job. */
export async function polling(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const atelier = await startAtelier({
    ATELIER_DATA_DIR: folder,
    ATELIER_MODELS_DIR: readConfig().models.folder,
    ATELIER_HEAVY_TASKS: '2',
  })
  try {
    const bytes = await toImage(await person())
      .png()
      .toBuffer()
    const image = `data:image/png;base64,${bytes.toString('base64')}`
    const first = await submit(atelier, image)
    await ended(atelier, first)
    const quiet = await poll(atelier, first, 5)
    const tasks = []
    for (let at = 0; at < 30; at++) tasks.push(await submit(atelier, image))
    const busy = await poll(atelier, tasks[1] as string, seconds)
    const show = (times: number[]) =>
      `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms of ${times.length}`
    console.log(`idle:          ${show(quiet)}`)
    console.log(`two tasks run: ${show(busy)} (target: p99 under 50 ms)`)
  } finally {
    atelier.child.kill('SIGTERM')
    await once(atelier.child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

async function submit({ baseUrl, headers }: StartedAtelier, image_url: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/tools/remove-background`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image_url, storage: 'transient' }),
  })
  return ((await response.json()) as { task_id: string }).task_id
}

async function ended({ baseUrl, headers }: StartedAtelier, id: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${baseUrl}/api/v1/tasks/${id}`, { headers })
    const { status } = (await response.json()) as { status: string }
    if (status === 'SUCCESS') return
    if (status === 'FAILURE') throw new Error('The task failed')
    await sleep(500)
  }
}

async function poll(
  { baseUrl, headers }: StartedAtelier,
  id: string,
  forSeconds: number,
): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + forSeconds * 1000
  while (performance.now() < until) {
    const startedAt = performance.now()
    await (await fetch(`${baseUrl}/api/v1/tasks/${id}`, { headers })).text()
    times.push(performance.now() - startedAt)
    await sleep(pollMs)
  }
  return times.sort((a, b) => a - b)
}

function at(sorted: number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] as number).toFixed(1)
}
