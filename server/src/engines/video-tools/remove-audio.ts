import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_NOPTS_VALUE,
} from 'node-av/constants'
import { FFmpegError, type FormatContext, Packet, type Stream } from 'node-av/lib'
import { formats, type VideoFormat } from '../media/formats.ts'
import {
  check,
  createMediaFile,
  requireOutputBytes,
  startMediaFile,
} from '../media/media-writer.ts'
import { encodeClips } from './encode-clips.ts'
import { type Clip, openClip } from './open-clip.ts'
import { damaged, requireLength, type VideoToolResult } from './video-tool-request.ts'

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
    const format = chooseFormat(clip)
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
  const { container, options, contentType } = formats[format]
  const file = createMediaFile(path, container)
  const track = file.newStream()
  check(clip.stream.codecpar.copy(track.codecpar))
  // Each container has its own names for codecs.
  track.codecpar.codecTag = 0
  track.timeBase = clip.stream.timeBase
  track.avgFrameRate = clip.stream.avgFrameRate
  try {
    await startMediaFile(file, options)
    await copyPackets(clip, file, track, onProgress)
    check(await file.writeTrailer())
  } finally {
    await file.closeOutput()
    file.freeContext()
  }
  const videoCodec = clip.stream.codecpar.getCodecString() ?? 'copied'
  return { format, contentType, videoCodec, audioCodec: null, warnings: [] }
}

async function copyPackets(
  { media, stream, durationMs }: Clip,
  file: FormatContext,
  track: Stream,
  onProgress: OnProgress,
) {
  const copy = new Packet()
  copy.alloc()
  let bytes = 0
  let packets = 0
  try {
    for (const packet of media.readPackets(stream)) {
      if (!packet) break
      const seconds = media.toSeconds(
        packet.dts === AV_NOPTS_VALUE ? packet.pts : packet.dts,
        stream,
      )
      requireLength(seconds || 0)
      check(copy.ref(packet))
      copy.streamIndex = track.index
      copy.rescaleTs(stream.timeBase, track.timeBase)
      bytes += copy.size
      requireOutputBytes(bytes)
      check(await file.interleavedWriteFrame(copy))
      packets++
      const share = durationMs ? (seconds * 1000) / durationMs : 0
      onProgress(Math.max(0, Math.min(99, share * 100)) || 0, 'copying the frames')
    }
  } finally {
    copy.free()
  }
  if (packets === 0) throw damaged()
}

/** By FFmpeg's name of the container that was read. */
function chooseFormat({ media, stream }: Clip): VideoFormat | undefined {
  const container = media.context.iformat?.name ?? ''
  if (container.startsWith('mov,')) return 'mp4'
  if (container.startsWith('matroska'))
    return webCodecs.has(stream.codecpar.codecId) ? 'webm' : 'mkv'
  const same: Record<string, VideoFormat> = {
    ...{ avi: 'avi', flv: 'flv', mpegts: 'ts', asf: 'wmv', ogg: 'ogv' },
  }
  return same[container]
}
