import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AVIO_FLAG_WRITE,
} from 'node-av/constants'
import { Dictionary, FFmpegError, FormatContext, IOContext, Log, Packet } from 'node-av/lib'
import { packetsOf } from './clip-frames.ts'
import { encodeClips } from './encode-clips.ts'
import { formats, type VideoFormat } from './formats.ts'
import { type Clip, openClip } from './open-clip.ts'
import {
  damaged,
  requireLength,
  requireOutputBytes,
  type VideoToolResult,
} from './video-tool-job.ts'

interface Removal {
  clip: string
  outputPath: string
}

const webCodecs = new Set<number>([AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1])

type OnProgress = (percent: number, stage: string) => void

/**
 * Copies the frames as they are, so nothing is lost and the rotation stays. Containers that we do
 * not write become MP4.
 */
export async function removeAudio(
  { clip: path, outputPath }: Removal,
  onProgress: OnProgress,
): Promise<VideoToolResult> {
  const clip = openClip(path)
  try {
    const format = formatOf(clip)
    if (format) return await copyFrames(clip, format, outputPath, onProgress)
  } catch (error) {
    // A container may refuse a codec that another program put into it.
    if (!(error instanceof FFmpegError)) throw error
  } finally {
    clip.close()
  }
  return encodeClips({ clips: [path], format: 'mp4', outputPath, withoutAudio: true }, onProgress)
}

async function copyFrames(
  clip: Clip,
  format: VideoFormat,
  path: string,
  onProgress: OnProgress,
): Promise<VideoToolResult> {
  Log.setLevel(AV_LOG_QUIET)
  const { container, options = {}, contentType } = formats[format]
  const file = new FormatContext()
  check(file.allocOutputContext2(null, container, path))
  const track = file.newStream()
  check(clip.stream.codecpar.copy(track.codecpar))
  // Each container has its own names for codecs.
  track.codecpar.codecTag = 0
  track.timeBase = clip.stream.timeBase
  track.avgFrameRate = clip.stream.avgFrameRate
  const output = new IOContext()
  check(await output.open2(path, AVIO_FLAG_WRITE))
  file.pb = output
  try {
    check(await file.writeHeader(Dictionary.fromObject(options)))
    await copyPackets(clip, file, onProgress)
    check(await file.writeTrailer())
  } finally {
    file.pb = null
    await output.closep()
    file.freeContext()
  }
  const videoCodec = clip.stream.codecpar.getCodecString() ?? 'copied'
  return { format, contentType, videoCodec, audioCodec: null, warnings: [] }
}

async function copyPackets(clip: Clip, file: FormatContext, onProgress: OnProgress) {
  const track = file.streams[0]
  if (!track) throw new Error('The file has no track')
  const copy = new Packet()
  copy.alloc()
  let bytes = 0
  let packets = 0
  try {
    for (const packet of packetsOf(clip)) {
      if (!packet) break
      const seconds = clip.secondsOf(packet.dts === AV_NOPTS_VALUE ? packet.pts : packet.dts)
      requireLength(seconds || 0)
      check(copy.ref(packet))
      copy.streamIndex = track.index
      copy.rescaleTs(clip.stream.timeBase, track.timeBase)
      bytes += copy.size
      requireOutputBytes(bytes)
      check(await file.interleavedWriteFrame(copy))
      packets++
      const share = clip.durationMs ? (seconds * 1000) / clip.durationMs : 0
      onProgress(Math.max(0, Math.min(99, share * 100)) || 0, 'copying the frames')
    }
  } finally {
    copy.free()
  }
  if (packets === 0) throw damaged()
}

/** By FFmpeg's name of the container that was read. */
function formatOf({ media, stream }: Clip): VideoFormat | undefined {
  const container = media.context.iformat?.name ?? ''
  if (container.startsWith('mov,')) return 'mp4'
  if (container.startsWith('matroska'))
    return webCodecs.has(stream.codecpar.codecId) ? 'webm' : 'mkv'
  const same: Record<string, VideoFormat> = {
    ...{ avi: 'avi', flv: 'flv', mpegts: 'ts', asf: 'wmv', ogg: 'ogv' },
  }
  return same[container]
}

function check(code: number): void {
  FFmpegError.throwIfError(code, 'copying the video')
}
