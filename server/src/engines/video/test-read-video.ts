/**
 * Reads a video back for tests, in its own process: FFmpeg aborts the process if its thread is
 * terminated, and tests run in threads. Prints the metadata, and writes the luma of all frames and
 * the audio as raw numbers into a folder.
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import {
  AV_PKT_FLAG_KEY,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet } from 'node-av/lib'
import { readRotation } from '../media/probe.ts'

export interface VideoFacts {
  container: string
  durationMs: number
  codec: string
  width: number
  height: number
  /** Players turn the frames clockwise by this. */
  degrees: number
  pixelFormat: number
  colours: number[]
  frameMs: number[]
  keyframeMs: number[]
  /** Means of the three YUV planes, because RGB isn't available here. */
  meanPlanes: [number, number, number][]
  sound?: { codec: string; sampleRate: number; startMs: number; samples: number }
}

const [path = '', folder = ''] = process.argv.slice(2)
const file = new FormatContext()
file.allocContext()
FFmpegError.throwIfError(file.openInputSync(path))
FFmpegError.throwIfError(file.findStreamInfoSync())
const lumaFile = createWriteStream(join(folder, 'luma'))
const soundFile = createWriteStream(join(folder, 'sound'))
const facts: VideoFacts = {
  container: file.iformat?.name ?? '',
  durationMs: Number(file.duration) / 1000,
  ...{ codec: '', width: 0, height: 0, degrees: 0, pixelFormat: -1 },
  ...{ colours: [], frameMs: [], keyframeMs: [], meanPlanes: [] },
}

const decoders = file.streams.map((stream) => {
  if (stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO) facts.degrees = readRotation(stream)
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(stream.codecpar)
  context.pktTimebase = stream.timeBase
  FFmpegError.throwIfError(context.open2Sync(codec))
  const toMs = (pts: bigint) => (Number(pts) * 1000 * stream.timeBase.num) / stream.timeBase.den
  return { context, msOf: toMs, type: stream.codecpar.codecType, name: codec?.name ?? '' }
})

const packet = new Packet()
packet.alloc()
while (file.readFrameSync(packet) >= 0) {
  const decoder = decoders[packet.streamIndex]
  const isKey = (packet.flags & AV_PKT_FLAG_KEY) !== 0
  if (decoder?.type === AVMEDIA_TYPE_VIDEO && isKey) facts.keyframeMs.push(decoder.msOf(packet.pts))
  await decode(packet.streamIndex, packet)
  packet.unref()
}
for (const index of decoders.keys()) await decode(index, null)
for (const stream of [lumaFile, soundFile]) {
  stream.end()
  await once(stream, 'finish')
}
process.stdout.write(JSON.stringify(facts))

async function decode(index: number, from: Packet | null): Promise<void> {
  const decoder = decoders[index]
  if (!decoder) return
  decoder.context.sendPacketSync(from)
  const frame = new Frame()
  frame.alloc()
  for (;;) {
    const code = decoder.context.receiveFrameSync(frame)
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) break
    FFmpegError.throwIfError(code)
    if (decoder.type === AVMEDIA_TYPE_VIDEO)
      notePicture(frame, decoder.msOf(frame.pts), decoder.name)
    if (decoder.type === AVMEDIA_TYPE_AUDIO) noteSound(frame, decoder.msOf(frame.pts), decoder.name)
    frame.unref()
  }
  frame.free()
}

function notePicture(frame: Frame, ms: number, codec: string): void {
  const { width, height, format, colorSpace, colorPrimaries, colorTrc, colorRange } = frame
  Object.assign(facts, { codec, width, height, pixelFormat: format })
  facts.colours = [colorSpace, colorPrimaries, colorTrc, colorRange]
  facts.frameMs.push(ms)
  const bytes = frame.toBuffer()
  const count = width * height
  lumaFile.write(Buffer.from(bytes.subarray(0, count)))
  const mean = (from: number, length: number) =>
    bytes.subarray(from, from + length).reduce((sum, value) => sum + value, 0) / length
  facts.meanPlanes.push([mean(0, count), mean(count, count / 4), mean(count * 1.25, count / 4)])
}

function noteSound(frame: Frame, ms: number, codec: string): void {
  const { sampleRate, nbSamples } = frame
  facts.sound ??= { codec, sampleRate, startMs: ms, samples: 0 }
  facts.sound.samples += nbSamples
  const bytes = frame.data?.[0]
  if (bytes) soundFile.write(Buffer.from(bytes.subarray(0, nbSamples * 4)))
}
