import { closeSync, openSync } from 'node:fs'
import { AV_LOG_QUIET, type AVMediaType } from 'node-av/constants'
import { Dictionary, FFmpegError, FormatContext, Log, type Stream } from 'node-av/lib'
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
  bestStream(type: AVMediaType): Stream | undefined
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
  return {
    context,
    close,
    bestStream: (type) => {
      const index = context.findBestStream(type)
      return index < 0 ? undefined : context.streams[index]
    },
  }
}

function requireReadable(code: number): void {
  if (code >= 0) return
  throw new EngineError(
    'not_media',
    'The file is damaged or not a supported audio or video file. Use MP4, WebM, MP3, WAV, FLAC or Ogg.',
    { cause: FFmpegError.strerror(code) },
  )
}
