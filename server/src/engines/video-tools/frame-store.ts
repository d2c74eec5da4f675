import { type FileHandle, open } from 'node:fs/promises'
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'
import { openPictureEncoder } from '../media/encoders.ts'
import type { FrameRate, Size } from '../media/frame-rate.ts'
import { limits } from './video-tool-request.ts'

/** Decoded frames that are in memory at a time, at most. */
const maxHeldBytes = 96 * 1024 ** 2

/** Frames per group, so that a decoded group fits into memory. */
export function groupLength({ width, height }: Size): number {
  return Math.max(4, Math.min(60, Math.floor(maxHeldBytes / (width * height * 1.5))))
}

interface StoredPacket {
  position: number
  length: number
}

export interface FrameStore {
  add(frame: Frame): Promise<void>
  /** After the last frame has been added. Frames are valid until the next is requested. */
  backwards(): AsyncGenerator<Frame>
  readonly count: number
  close(): Promise<void>
}

/**
 * Keeps frames on disk in short groups that can be decoded on their own, almost without loss. So a
 * video of any length can be read backwards with the memory of one group.
 */
export async function openFrameStore(
  path: string,
  plan: Size & { rate: FrameRate },
): Promise<FrameStore> {
  const file = await open(path, 'w+')
  const perGroup = groupLength(plan)
  const encoder = await openPictureEncoder(
    {
      encoder: 'libx264',
      options: {
        ...{ preset: 'ultrafast', crf: '10', bf: '0', g: String(perGroup) },
        'x264-params': 'scenecut=0:open-gop=0:sync-lookahead=0:rc-lookahead=0',
      },
    },
    plan,
    [],
  )
  const packet = new Packet()
  packet.alloc()
  const packets: StoredPacket[] = []
  let bytes = 0
  let count = 0n
  const encode = async (frame: Frame | null) => {
    FFmpegError.throwIfError(await encoder.sendFrame(frame), 'storing a frame')
    for (;;) {
      const received = await encoder.receivePacket(packet)
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return
      FFmpegError.throwIfError(received, 'storing a frame')
      const data = packet.data as Buffer
      await file.write(data, 0, data.length, bytes)
      packets.push({ position: bytes, length: data.length })
      bytes += data.length
      requireSpace(bytes)
      packet.unref()
    }
  }
  return {
    add: async (frame) => {
      frame.pts = count++
      await encode(frame)
    },
    get count() {
      return Number(count)
    },
    backwards: async function* () {
      await encode(null)
      const groups = Math.ceil(packets.length / perGroup)
      for (let group = groups - 1; group >= 0; group--) {
        const stored = packets.slice(group * perGroup, (group + 1) * perGroup)
        const frames = await decodeGroup(file, stored)
        try {
          for (const frame of frames.toReversed()) yield frame
        } finally {
          for (const frame of frames) frame.free()
        }
      }
    },
    close: async () => {
      packet.free()
      encoder.freeContext()
      await file.close()
    },
  }
}

async function decodeGroup(file: FileHandle, stored: StoredPacket[]): Promise<Frame[]> {
  const codec = Codec.findDecoderByName('h264' as never)
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  FFmpegError.throwIfError(decoder.open2Sync(codec), 'reading a frame')
  const packet = new Packet()
  packet.alloc()
  const frames: Frame[] = []
  const receive = () => {
    for (;;) {
      const frame = new Frame()
      frame.alloc()
      if (decoder.receiveFrameSync(frame) < 0) return frame.free()
      frames.push(frame)
    }
  }
  try {
    for (const { position, length } of stored) {
      const data = Buffer.alloc(length)
      await file.read(data, 0, length, position)
      packet.data = data
      FFmpegError.throwIfError(decoder.sendPacketSync(packet), 'reading a frame')
      packet.unref()
      receive()
    }
    decoder.sendPacketSync(null)
    receive()
    return frames
  } finally {
    packet.free()
    decoder.freeContext()
  }
}

function requireSpace(bytes: number): void {
  if (bytes <= limits.maxWorkBytes) return
  const message = 'Reversing this video needs too much disk space. Send a shorter or smaller one.'
  throw new EngineError('video_too_large', message)
}
