import { closeSync, openSync } from 'node:fs'
import {
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AV_TIME_BASE,
  AVDISCARD_ALL,
  type AVMediaType,
} from 'node-av/constants'
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Log,
  Packet,
  type Stream,
} from 'node-av/lib'
import { EngineError } from '../engine-error.ts'

/**
 * Containers that hold their own audio and video. All other FFmpeg formats are blocked: playlists
 * (hls, concat, dash, imf) reference other files and URLs, image sequences and subtitles look for
 * neighbouring files, and devices and scripts aren't files at all.
 */
const containers = [
  ...['aac', 'ac3', 'aiff', 'amr', 'ape', 'asf', 'au', 'avi', 'caf', 'dts', 'dv', 'eac3', 'flac'],
  ...['flv', 'matroska', 'mov', 'mp3', 'mpc', 'mpc8', 'mpeg', 'mpegts', 'mxf', 'ogg', 'rm', 'tta'],
  ...['voc', 'w64', 'wav', 'wv'],
]

export interface OpenMedia {
  context: FormatContext
  /** The container's duration, or FFmpeg's estimate from the size. Undefined for a live recording. */
  durationMs: number | undefined
  findStream(type: AVMediaType): Stream | undefined
  /** The packets of one stream, then null. Skips all others, so nothing else can be read after it. */
  readPackets(stream: Stream): Generator<Packet | null>
  /** Seconds from the start of the file; NaN without a timestamp, so every comparison is false. */
  toSeconds(timestamp: bigint, stream: Stream): number
  close(): void
}

/**
 * Opens an untrusted file. FFmpeg gets an open file descriptor and can't open anything else: the
 * only allowed protocol reads from a descriptor, so it can't follow a URL or path inside the file.
 * Must run in a child process.
 */
export function openMedia(mediaPath: string): OpenMedia {
  // Keeps FFmpeg's messages about the file out of our log.
  Log.setLevel(AV_LOG_QUIET)
  const descriptor = openSync(mediaPath, 'r')
  const context = new FormatContext()
  const close = () => {
    context.closeInputSync()
    closeSync(descriptor)
  }
  try {
    context.allocContext()
    const options = Dictionary.fromObject({
      fd: descriptor,
      protocol_whitelist: 'fd',
      format_whitelist: containers.join(','),
    })
    requireReadable(context.openInputSync('fd:', null, options))
    requireReadable(context.findStreamInfoSync())
  } catch (error) {
    close()
    throw error
  }
  const { duration, startTime } = context
  const isKnown = duration !== AV_NOPTS_VALUE && duration > 0n
  const startSeconds = startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) / AV_TIME_BASE
  return {
    context,
    close,
    durationMs: isKnown ? Math.round((Number(duration) / AV_TIME_BASE) * 1000) : undefined,
    findStream: (type) => {
      const index = context.findBestStream(type)
      return index < 0 ? undefined : context.streams[index]
    },
    readPackets: (stream) => readPackets(context, stream),
    toSeconds: (timestamp, { timeBase }) =>
      timestamp === AV_NOPTS_VALUE
        ? Number.NaN
        : (Number(timestamp) * timeBase.num) / timeBase.den - startSeconds,
  }
}

function* readPackets(context: FormatContext, stream: Stream): Generator<Packet | null> {
  for (const other of context.streams) {
    if (other.index !== stream.index) other.discard = AVDISCARD_ALL
  }
  const packet = new Packet()
  packet.alloc()
  try {
    while (context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === stream.index) yield packet
      packet.unref()
    }
    yield null
  } finally {
    packet.free()
  }
}

/** Undefined if FFmpeg can't decode the stream. A frame may be larger than the header says. */
export function openDecoder(
  { codecpar, timeBase }: Stream,
  { maxPixels, threads = 1 }: { maxPixels?: number; threads?: number } = {},
): CodecContext | undefined {
  const codec = Codec.findDecoder(codecpar.codecId)
  if (!codec) return undefined
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.pktTimebase = timeBase
  context.threadCount = threads
  if (maxPixels !== undefined) context.setOption('max_pixels', String(maxPixels))
  if (context.open2Sync(codec) >= 0) return context
  context.freeContext()
  return undefined
}

function requireReadable(code: number): void {
  if (code >= 0) return
  throw new EngineError(
    'not_media',
    'The file is damaged or not a supported audio or video file. Use MP4, WebM, MP3, WAV, FLAC or Ogg.',
    { cause: FFmpegError.strerror(code) },
  )
}
