/** The formats that videos can be converted to, by file ending. */
export const videoFormats = [
  ...(['mp4', 'avi', 'mkv', 'mov', 'wmv', 'flv', 'webm', 'mpeg', 'mpg'] as const),
  ...(['3gp', 'ogv', 'ts', 'vob', 'm4v', 'f4v', 'divx', 'asf'] as const),
] as const

export type VideoFormat = (typeof videoFormats)[number]

export interface PictureEncoding {
  encoder: string
  options?: Record<string, string>
  /** For encoders without a quality mode of their own: 1 is best, 31 worst. */
  quality?: number
  /** The four characters that name the codec in the file. */
  tag?: string
  /** Has no place for the colour matrix, so players assume the usual one for the size. */
  hasNoColourTags?: true
  /** Only the frame rates that the codec's standard lists. */
  standardRates?: true
}

export interface SoundEncoding {
  encoder: string
  samples: 'fltp' | 'flt' | 's16'
  /** 0 for lossless ones. */
  kilobits: number
  channels: 1 | 2
  /** In Hz. */
  rate: number
}

export interface FormatDescription {
  /** FFmpeg's name of the container. */
  container: string
  contentType: string
  picture: PictureEncoding
  sound: SoundEncoding
  /** Options of the container. */
  options?: Record<string, string>
}

const h264: PictureEncoding = {
  encoder: 'libx264',
  options: { preset: 'veryfast', crf: '21', profile: 'high' },
}
const mpeg2: PictureEncoding = { encoder: 'mpeg2video', quality: 3, standardRates: true }
const mpeg4: PictureEncoding = {
  ...{ encoder: 'mpeg4', quality: 3, tag: 'XVID', hasNoColourTags: true },
}
const wmv: PictureEncoding = { encoder: 'wmv2', quality: 3, hasNoColourTags: true }

export const soundRate = 48_000

export const encodeStereo = (
  encoder: string,
  kilobits: number,
  samples: SoundEncoding['samples'] = 'fltp',
): SoundEncoding => ({ encoder, samples, kilobits, channels: 2, rate: soundRate })

const aac = encodeStereo('aac', 160)
const mp3 = encodeStereo('libmp3lame', 160)
const mp2 = encodeStereo('mp2', 224, 's16')
const wma = encodeStereo('wmav2', 160)

/** Puts the index at the front, so a browser can start before it has the whole file. */
const indexFirst = { movflags: '+faststart' }

const isoMedia = (container: string, contentType: string): FormatDescription => ({
  ...{ container, contentType, picture: h264, sound: aac, options: indexFirst },
})
const windowsMedia: FormatDescription = {
  ...{ container: 'asf', contentType: 'video/x-ms-wmv', picture: wmv, sound: wma },
}
const programStream: FormatDescription = {
  ...{ container: 'mpeg', contentType: 'video/mpeg', picture: mpeg2, sound: mp2 },
}

/** Each format with the codecs that its usual players expect. */
export const formats: Record<VideoFormat, FormatDescription> = {
  mp4: isoMedia('mp4', 'video/mp4'),
  m4v: isoMedia('ipod', 'video/x-m4v'),
  mov: isoMedia('mov', 'video/quicktime'),
  f4v: isoMedia('f4v', 'video/mp4'),
  '3gp': isoMedia('3gp', 'video/3gpp'),
  mkv: { container: 'matroska', contentType: 'video/x-matroska', picture: h264, sound: aac },
  flv: { container: 'flv', contentType: 'video/x-flv', picture: h264, sound: aac },
  ts: { container: 'mpegts', contentType: 'video/mp2t', picture: h264, sound: aac },
  avi: { container: 'avi', contentType: 'video/x-msvideo', picture: mpeg4, sound: mp3 },
  divx: {
    ...{ container: 'avi', contentType: 'video/x-msvideo', sound: mp3 },
    picture: { ...mpeg4, tag: 'DIVX' },
  },
  wmv: windowsMedia,
  asf: { ...windowsMedia, contentType: 'video/x-ms-asf' },
  mpeg: programStream,
  mpg: programStream,
  vob: {
    ...{ container: 'vob', contentType: 'video/mpeg', picture: mpeg2 },
    sound: encodeStereo('ac3', 192),
  },
  webm: {
    ...{ container: 'webm', contentType: 'video/webm' },
    picture: {
      encoder: 'libvpx-vp9',
      options: { deadline: 'realtime', 'cpu-used': '7', crf: '32', b: '0', 'row-mt': '1' },
    },
    sound: encodeStereo('libopus', 128, 'flt'),
  },
  ogv: {
    ...{ container: 'ogg', contentType: 'video/ogg' },
    // Here 10 is best.
    picture: { encoder: 'libtheora', quality: 7, hasNoColourTags: true },
    sound: encodeStereo('libvorbis', 128),
  },
}
