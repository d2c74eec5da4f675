import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { VideoFacts } from './test-read-video.ts'
import type { VideoRequest, VideoResult } from './video-request.ts'

const runFile = promisify(execFile)
export const size = { width: 320, height: 180 }

export async function readVideo(path: string) {
  const reader = join(import.meta.dirname, 'test-read-video.ts')
  const { facts, luma, sound } = await inTemporaryFolder(async (folder) => {
    const { stdout } = await runFile(process.execPath, [reader, path, folder], {
      maxBuffer: 2 ** 24,
    })
    return {
      facts: JSON.parse(stdout) as VideoFacts,
      luma: await readFile(join(folder, 'luma')),
      sound: await readFile(join(folder, 'sound')),
    }
  })
  const samples = new Float32Array(sound.buffer, sound.byteOffset, sound.byteLength / 4)
  const pixels = facts.width * facts.height
  const frame = (number: number) => luma.subarray(number * pixels, (number + 1) * pixels)
  return { ...facts, samples, frame, bytes: await readFile(path) }
}

/** Start and end of each sound, in milliseconds. A pause of 100 ms separates two sounds. */
export function findSounds(samples: Float32Array): [number, number][] {
  const found: [number, number][] = []
  for (const [at, value] of samples.entries()) {
    if (Math.abs(value) < 0.2) continue
    const ms = at / 48
    const last = found.at(-1)
    if (last && ms - last[1] < 100) last[1] = ms
    else found.push([ms, ms])
  }
  return found
}

/** Only text is this bright in the lower third. */
export function textPixels(frame: Uint8Array): number {
  return frame.subarray((frame.length * 2) / 3).filter((value) => value > 200).length
}

/** Where the light of a frame is. */
export function centreX(frame: Uint8Array): number {
  let sum = 0
  let weighted = 0
  for (const [at, value] of frame.entries()) {
    const light = Math.max(0, value - 60)
    sum += light
    weighted += light * (at % size.width)
  }
  return weighted / sum
}

/** Runs the engine in its own process, to measure its memory and choose its encodings. */
export async function runAlone(
  request: VideoRequest,
  encodings = 'videoEncodings',
  failAtPercent = 101,
) {
  const script = `
    import { run, videoEncodings } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))}
    const request = ${JSON.stringify(request)}
    const megabytes = []
    const onProgress = (percent) => {
      globalThis.gc()
      megabytes[percent] = process.memoryUsage.rss() / 2 ** 20
      if (percent >= ${failAtPercent}) throw new Error('stopped')
    }
    const result = await run(request, { onProgress }, ${encodings}).catch(String)
    console.log(JSON.stringify({ result, megabytes }))
  `
  const args = ['--expose-gc', '--input-type=module-typescript', '-e', script]
  const { stdout } = await runFile(process.execPath, args, { cwd: import.meta.dirname })
  return JSON.parse(stdout) as { result: VideoResult | string; megabytes: number[] }
}
