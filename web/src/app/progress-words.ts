import type { Task } from '@atelier/sdk'

/** Engines report a download as part of their stage; the first task of an engine waits for it. */
const download = /^fetching the model .+: (\d+) %$/

/** The stage of a running task and its progress; the model's download has a bar of its own. */
export function describeProgress({ progress }: Pick<Task, 'progress'>, otherwise: string) {
  const [, percent] = download.exec(progress.stage ?? '') ?? []
  if (percent === undefined)
    return { label: progress.stage ?? otherwise, percent: progress.percent }
  return { label: 'downloading the model, only the first time', percent: Number(percent) }
}
