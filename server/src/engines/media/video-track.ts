import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import {
  type CodecContext,
  FFmpegError,
  type FormatContext,
  type Frame,
  Packet,
  type Stream,
} from 'node-av/lib'

/** A track of a video file that is being written, and the encoder that fills it. */
export function addTrack(file: FormatContext, encoder: CodecContext, tag?: string): Stream {
  const track = file.newStream()
  check(encoder.parametersFromContext(track.codecpar))
  if (tag) track.codecpar.codecTag = tag
  track.timeBase = encoder.timeBase
  return track
}

/** Sends a frame, or null to flush, and writes the resulting packets. Returns their bytes. */
export async function encodeFrame(
  file: FormatContext,
  encoder: CodecContext,
  track: Stream,
  frame: Frame | null,
): Promise<number> {
  check(await encoder.sendFrame(frame))
  const packet = new Packet()
  packet.alloc()
  let bytes = 0
  for (;;) {
    const received = await encoder.receivePacket(packet)
    if (received === AVERROR_EAGAIN || received === AVERROR_EOF) break
    check(received)
    bytes += packet.size
    // Video encoders leave this unset, and the last frame would have no duration.
    if (packet.duration === 0n) packet.duration = 1n
    packet.rescaleTs(encoder.timeBase, track.timeBase)
    packet.streamIndex = track.index
    check(await file.interleavedWriteFrame(packet))
  }
  packet.free()
  return bytes
}

/** Collects audio in blocks of equal length, as encoders expect. Only the last may be shorter. */
export function soundBlocks(length: number) {
  const held = new Float32Array(length)
  let count = 0
  return {
    *add(samples: Float32Array): Generator<Float32Array> {
      for (let at = 0; at < samples.length; ) {
        const taken = samples.subarray(at, at + length - count)
        held.set(taken, count)
        at += taken.length
        count += taken.length
        if (count < length) return
        yield held
        count = 0
      }
    },
    rest: () => held.subarray(0, count),
  }
}

export function check(code: number): void {
  FFmpegError.throwIfError(code, 'writing the video')
}
