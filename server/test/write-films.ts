/**
 * Writes the films of `films.ts`. A program of its own, because FFmpeg aborts a process whose thread
 * is terminated, and tests run in threads.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPictureFrame } from '../src/engines/media/encoders.ts'
import { formats } from '../src/engines/media/formats.ts'
import { openMediaWriter } from '../src/engines/media/media-writer.ts'

interface Film {
  name: string
  width: number
  height: number
  /** Recorded on its side, as phones do; players turn it clockwise. */
  isTurned?: true
  hasAudio: boolean
}

const [folder = '', seconds = '1', scale = '1'] = process.argv.slice(2)
const fps = 25
const side = (length: number) => Math.round((length * Number(scale)) / 16) * 16

const films: Film[] = [
  { name: 'with-audio', width: side(320), height: side(176), hasAudio: true },
  { name: 'silent', width: side(256), height: side(192), hasAudio: false },
  { name: 'turned', width: side(320), height: side(176), isTurned: true, hasAudio: true },
]
for (const film of films) await writeFilm(film)

/** A white corner at the top left, and a black ball that moves from left to right. */
function paint(x: number, y: number, time: number): [number, number, number] {
  if (x < 0.2 && y < 0.2) return [235, 128, 128]
  const isBall = (x - 0.2 - 0.6 * time) ** 2 + (y - 0.55) ** 2 < 0.02
  if (isBall) return [25, 128, 128]
  return [60 + 60 * y, 150, 110]
}

async function writeFilm({ name, width, height, isTurned, hasAudio }: Film): Promise<void> {
  const path = join(folder, `${name}.mp4`)
  const { picture, sound, ...container } = formats.mp4
  const writer = await openMediaWriter(path, {
    ...container,
    picture: { ...picture, width, height, rate: { num: fps, den: 1 } },
    ...(hasAudio && { sound }),
  })
  const frames = Math.round(Number(seconds) * fps)
  for (let number = 0; number < frames; number++) {
    const bytes = Buffer.alloc(width * height * 1.5)
    const colour = (x: number, y: number) => {
      const [across, down] = [(x + 0.5) / width, (y + 0.5) / height]
      return isTurned
        ? paint(1 - down, across, number / frames)
        : paint(across, down, number / frames)
    }
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [luma, blue, red] = colour(x, y)
        bytes[y * width + x] = luma
        if (x % 2 || y % 2) continue
        const at = (y / 2) * (width / 2) + x / 2
        bytes[width * height + at] = blue
        bytes[width * height * 1.25 + at] = red
      }
    }
    const frame = toPictureFrame(bytes, { width, height })
    await writer.writeFrame(frame)
    frame.free()
    if (hasAudio) await writer.writeSound(tone(number))
  }
  await writer.finish()
  if (isTurned) await turn(path, height)
}

/** 440 Hz on both channels. */
function tone(frame: number): Float32Array {
  const count = 48_000 / fps
  return Float32Array.from(
    { length: count * 2 },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * 440 * (frame * count + (at >> 1))) / 48_000),
  )
}

/** Sets the display matrix of the video track to a quarter turn. */
async function turn(path: string, height: number): Promise<void> {
  const file = await readFile(path)
  const matrix = file.indexOf('tkhd') + 4 + 40
  const quarter = [0, 1, 0, -1, 0, 0, height, 0]
  for (const [at, value] of quarter.entries()) file.writeInt32BE(value * 0x1_0000, matrix + at * 4)
  await writeFile(path, file)
}
