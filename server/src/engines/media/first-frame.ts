import {
  AV_PIX_FMT_RGB24,
  AVERROR_EAGAIN,
  AVMEDIA_TYPE_VIDEO,
  SWS_BILINEAR,
} from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, SoftwareScaleContext, type Stream } from 'node-av/lib'
import type { OpenMedia } from './open-media.ts'
import { rotationOf } from './probe.ts'

export interface FilmFrame {
  pixels: Uint8Array
  width: number
  height: number
  /** Clockwise, to show it upright. */
  degrees: number
}

/** 8K and a little more. A frame of this size takes 200 MB as RGB. */
const maxPixels = 8192 * 8192

/** Some codecs need several packets for the first frame. */
const maxPackets = 500

/** The first frame of a video, as RGB. Undefined if it cannot be decoded. */
export function firstFrame(media: OpenMedia): FilmFrame | undefined {
  const stream = media.bestStream(AVMEDIA_TYPE_VIDEO)
  const decoder = stream && openDecoder(stream)
  if (!stream || !decoder) return undefined
  const packet = new Packet()
  const frame = new Frame()
  packet.alloc()
  frame.alloc()
  try {
    for (let read = 0; read < maxPackets && media.context.readFrameSync(packet) >= 0; read++) {
      if (packet.streamIndex === stream.index) decoder.sendPacketSync(packet)
      packet.unref()
      const received = decoder.receiveFrameSync(frame)
      if (received >= 0) return { ...toRgb(frame), degrees: rotationOf(stream) }
      if (received !== AVERROR_EAGAIN) return undefined
    }
    decoder.sendPacketSync(null)
    return decoder.receiveFrameSync(frame) < 0
      ? undefined
      : { ...toRgb(frame), degrees: rotationOf(stream) }
  } finally {
    frame.free()
    packet.free()
    decoder.freeContext()
  }
}

function openDecoder(stream: Stream): CodecContext | undefined {
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  if (!codec) return undefined
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(stream.codecpar)
  context.pktTimebase = stream.timeBase
  context.setOption('max_pixels', String(maxPixels))
  if (context.open2Sync(codec) >= 0) return context
  context.freeContext()
  return undefined
}

function toRgb(frame: Frame): Omit<FilmFrame, 'degrees'> {
  const { width, height } = frame
  const rgb = new Frame()
  rgb.alloc()
  Object.assign(rgb, { width, height, format: AV_PIX_FMT_RGB24 })
  rgb.allocBuffer()
  const scaler = new SoftwareScaleContext()
  try {
    const from = frame.format as never
    scaler.getContext(width, height, from, width, height, AV_PIX_FMT_RGB24, SWS_BILINEAR)
    scaler.scaleFrameSync(rgb, frame)
    const bytes = rgb.data?.[0] as Buffer
    const lineBytes = rgb.linesize[0] as number
    const pixels = new Uint8Array(width * height * 3)
    for (let y = 0; y < height; y++) {
      pixels.set(bytes.subarray(y * lineBytes, y * lineBytes + width * 3), y * width * 3)
    }
    return { pixels, width, height }
  } finally {
    scaler.freeContext()
    rgb.free()
  }
}
