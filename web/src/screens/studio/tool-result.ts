import { type Face, type Failure, filesOf, type Task } from '@atelier/sdk'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface ResultPicture {
  url: string
  asset_id: string
  width: number
  height: number
  content_type: string
  bytes: number
  seed?: number
}

export interface ToolResult {
  pictures: ResultPicture[]
  /** The input image: an asset, a URL, or `data:` if the request contained it. */
  image_url: string
  storage: 'asset' | 'transient'
  engine: { name: string; version: string; prompt_applied: boolean }
  warnings: string[]
  timings: Record<string, number>
  /** The position of the subject in the input image. */
  foreground?: Box
  /** Of a smart crop: the part of the input image, and what it was placed around. */
  crop?: Box
  focus?: 'faces' | 'subject' | 'centre'
  faces?: Face[]
}

export function readResult(task: Task): ToolResult | undefined {
  if (task.status !== 'SUCCESS') return undefined
  const told = task.result as unknown as Omit<ToolResult, 'pictures'>
  return { ...told, pictures: filesOf(task) as unknown as ResultPicture[] }
}

export function readFailures(task: Task | undefined): Failure[] {
  if (task?.state !== 'FAILURE') return []
  return (task.info as { errors?: Failure[] } | null)?.errors ?? []
}

export function nameOfFile({ content_type }: ResultPicture, kind: string, index = 0): string {
  const ending = content_type.replace('image/', '').replace('jpeg', 'jpg')
  return `${kind}${index > 0 ? `-${index + 1}` : ''}.${ending}`
}
