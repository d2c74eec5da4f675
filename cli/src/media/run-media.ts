import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Atelier, filesOf, type SubmittedTask } from '@atelier/sdk/src/index.ts'
import type { Command } from 'commander'
import { followTask } from '../client/follow-work.ts'
import { chooseServer } from '../client/server-or-here.ts'
import { NotReady } from '../errors.ts'
import { type ProgressBar, progressBar } from '../progress-bar.ts'
import { dash, withInputFile } from '../standard-streams.ts'
import type { EnginesHere } from './engines-here.ts'

/** One piece of work, for each place that can do it. */
export interface MediaWork<T> {
  onServer: (client: Atelier, bar: ProgressBar) => Promise<T>
  here: (
    local: EnginesHere,
    follow: { onProgress: (percent: number, stage: string) => void },
  ) => Promise<T>
}

/** Runs the work on the chosen server or on this machine, with a progress bar. */
export async function runMedia<T>(
  command: Command,
  title: string,
  { onServer, here }: MediaWork<T>,
): Promise<T> {
  const server = await chooseServer(command)
  const bar = progressBar(title)
  try {
    if (server) return await onServer(server, bar)
    const { openEnginesHere } = await import('./engines-here.ts')
    const local = await openEnginesHere()
    const onProgress = (percent: number, stage: string) => bar.show(percent / 100, stage)
    return await here(local, { onProgress }).finally(local.close)
  } finally {
    bar.end()
  }
}

/** The same for work on a file, which may be standard input. */
export function runOnFile<T>(
  command: Command,
  { path, kind }: { path: string; kind: string },
  workOn: (file: string) => MediaWork<T>,
): Promise<T> {
  return withInputFile(path, async (file) => {
    await access(file).catch(() => {
      throw new NotReady(`There is no ${kind} at ${path}.`)
    })
    return runMedia(command, path === dash ? kind : basename(path), workOn(file))
  })
}

/** Waits for a task and downloads its files. */
export async function downloadResults(
  client: Atelier,
  { task_id }: SubmittedTask,
  bar: ProgressBar,
) {
  const task = await followTask(client, task_id, bar)
  const files = []
  for (const file of filesOf(task)) {
    const response = await client.assets.download(file.url)
    files.push({ file, bytes: new Uint8Array(await response.arrayBuffer()) })
  }
  return { files, info: task.info as { engine: { name: string }; warnings: string[] } }
}
