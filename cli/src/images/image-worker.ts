/** The work behind the image commands; a server or this process does it. */
export interface ImageWorker {
  removeBackground(job: CutOutJob, follow: OnProgress): Promise<WorkerResult>
  outpaint(job: OutpaintJob, follow: OnProgress): Promise<WorkerResult>
  close(): Promise<void>
}

interface CutOutJob {
  imagePath: string
  crop: boolean
  background: string | undefined
  format: 'png' | 'jpeg'
}

export interface Sides {
  left: number
  right: number
  top: number
  bottom: number
}

interface OutpaintJob {
  imagePath: string
  maskPath: string | undefined
  /** As given on the command line; see read-sides.ts. */
  extend: string | undefined
  aspectRatio: string | undefined
  prompt: string | undefined
  count: number
  seed: number | undefined
}

export type OnProgress = (percent: number, stage: string) => void

export interface WorkerResult {
  images: { bytes: Uint8Array; width: number; height: number; seed?: number | undefined }[]
  engine: string
  warnings: string[]
}
