import type { DetectedType } from './magic-bytes.ts'

const asfHeader = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'
/** The ends of both are equal; the starts say what kind of stream it is. */
const asfStream = '\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b'
const asfVideo = `\xc0\xef\x19\xbc${asfStream}`
const asfAudio = `\x40\x9e\x69\xf8${asfStream}`

const transportPacketBytes = 188
/** Camcorders put a timestamp of four bytes before each packet. */
const timestampBytes = 4

/** Windows Media, Flash Video, MPEG program and transport streams, and RealMedia. */
export function detectVideo(bytes: Buffer, text: string): DetectedType | undefined {
  if (text.startsWith(asfHeader)) return windowsMedia(text)
  if (text.startsWith('FLV\x01') && text.slice(5, 9) === '\0\0\0\x09') return flash(bytes)
  if (text.startsWith('.RMF\0')) return { mediaType: 'video/x-pn-realvideo', kind: 'video' }
  if (isProgramStream(bytes, text)) return { mediaType: 'video/mpeg', kind: 'video' }
  if (isTransportStream(bytes)) return { mediaType: 'video/mp2t', kind: 'video' }
  return undefined
}

function windowsMedia(text: string): DetectedType {
  return text.includes(asfAudio) && !text.includes(asfVideo)
    ? { mediaType: 'audio/x-ms-wma', kind: 'audio' }
    : { mediaType: 'video/x-ms-wmv', kind: 'video' }
}

/** Bit 0 of the flags says that there is video, bit 2 that there is audio. */
function flash(bytes: Buffer): DetectedType | undefined {
  const flags = bytes[4] ?? 0
  if ((flags & 0b1111_1010) !== 0) return undefined
  return flags === 0b100
    ? { mediaType: 'audio/x-flv', kind: 'audio' }
    : { mediaType: 'video/x-flv', kind: 'video' }
}

/** A pack header, whose next bits are 01 in MPEG-2 and 0010 in MPEG-1. */
function isProgramStream(bytes: Buffer, text: string): boolean {
  const next = bytes[4] ?? 0
  return text.startsWith('\0\0\x01\xba') && (next >> 6 === 0b01 || next >> 4 === 0b0010)
}

/** Each packet starts with the letter G. Three of them in place are no text. */
function isTransportStream(bytes: Buffer): boolean {
  return [0, timestampBytes].some((offset) =>
    [0, 1, 2].every((packet) => bytes[offset + packet * (transportPacketBytes + offset)] === 0x47),
  )
}
