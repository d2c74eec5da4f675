import type { Task } from '@atelier/sdk'
import { readResult } from './tool-result.ts'
import { nameOfKind } from './tools.ts'

/** A picture that a tool made from an image. */
export interface Version {
  id: string
  label: string
  url: string
  width: number
  height: number
}

/** All versions made from the same image: those of the task first, then those of other tasks. */
export function listVersions(task: Task, others: readonly Task[]): Version[] {
  const source = readResult(task)?.image_url
  const same = others.filter(
    (other) =>
      other.task_id !== task.task_id &&
      source !== undefined &&
      !source.startsWith('data:') &&
      readResult(other)?.image_url === source,
  )
  return [task, ...same].flatMap((one) => {
    const pictures = readResult(one)?.pictures ?? []
    return pictures.map(({ url, width, height }, index) => ({
      id: `${one.task_id} ${index}`,
      label: `${nameOfKind(one.kind)}${pictures.length > 1 ? ` ${index + 1}` : ''}, ${formatTime(one)}`,
      ...{ url, width, height },
    }))
  })
}

const time = new Intl.DateTimeFormat('en', {
  ...({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
  hourCycle: 'h23',
})

function formatTime({ created_at }: Task): string {
  return time.format(new Date(created_at))
}
