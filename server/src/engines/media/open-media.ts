import { closeSync, openSync } from 'node:fs'
import { AV_LOG_QUIET, type AVMediaType } from 'node-av/constants'
import { Dictionary, FFmpegError, FormatContext, Log, type Stream } from 'node-av/lib'
import { EngineError } from '../engine-error.ts'

/**
 * Containers that hold their own sound and pictures. Everything else that FFmpeg reads stays shut:
 * playlists (hls, concat, dash, imf) name other files and addresses, picture sequences and
 * subtitles look for files beside the given one, and devices and scripts are no files at all.
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
 * Opens a file that nobody vouches for. FFmpeg is handed an open file and is allowed no way of
 * opening another: the only protocol it may use reads from a descriptor, so neither an address nor
 * a path that stands inside the file can be followed. Must run in a child process.
 */
export function openMedia(mediaPath: string): OpenMedia {
  // FFmpeg would write what it thinks of the file to our log.
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
    'The file is no video or sound of a type that can be read, or it is damaged: send MP4, WebM, MP3, WAV, FLAC or Ogg.',
    { cause: FFmpegError.strerror(code) },
  )
}
