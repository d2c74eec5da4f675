import {
  AV_PIX_FMT_RGB24,
  AVERROR_EAGAIN,
  AVMEDIA_TYPE_VIDEO,
  SWS_BILINEAR,
} from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { type OpenMedia, openDecoder } from './open-media.ts'
import { readRotation } from './probe.ts'

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
export function readFirstFrame(media: OpenMedia): FilmFrame | undefined {
  const stream = media.findStream(AVMEDIA_TYPE_VIDEO)
  const decoder = stream && openDecoder(stream, { maxPixels })
  if (!stream || !decoder) return undefined
  const frame = new Frame()
  frame.alloc()
  const packets = media.readPackets(stream)
  try {
    let read = 0
    for (const packet of packets) {
      decoder.sendPacketSync(packet)
      const received = decoder.receiveFrameSync(frame)
      if (received >= 0) return { ...toRgb(frame), degrees: readRotation(stream) }
      if (received !== AVERROR_EAGAIN || ++read >= maxPackets) return undefined
    }
    return undefined
  } finally {
    frame.free()
    decoder.freeContext()
  }
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
