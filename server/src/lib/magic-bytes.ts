import { detectVideo } from './video-signatures.ts'

export type MediaKind = 'image' | 'video' | 'audio' | 'font' | 'pdf' | 'other'

export interface DetectedType {
  mediaType: string
  kind: MediaKind
}

/** How many leading bytes are enough to detect a file's type. */
export const headBytes = 4096

/** Signatures that identify the type on their own, as Latin-1 text. */
const signatures: [start: string, mediaType: string, kind: MediaKind][] = [
  ['\x89PNG\r\n\x1a\n', 'image/png', 'image'],
  ['\xff\xd8\xff', 'image/jpeg', 'image'],
  ['GIF87a', 'image/gif', 'image'],
  ['GIF89a', 'image/gif', 'image'],
  ['II*\0', 'image/tiff', 'image'],
  ['MM\0*', 'image/tiff', 'image'],
  ['II+\0', 'image/tiff', 'image'],
  ['MM\0+', 'image/tiff', 'image'],
  ['%PDF-', 'application/pdf', 'pdf'],
  ['fLaC', 'audio/flac', 'audio'],
  ['ID3', 'audio/mpeg', 'audio'],
  ['OTTO\0', 'font/otf', 'font'],
  ['true\0', 'font/ttf', 'font'],
  ['\0\x01\0\0\0', 'font/ttf', 'font'],
  ['ttcf\0', 'font/collection', 'font'],
  ['wOFF', 'font/woff', 'font'],
  ['wOF2', 'font/woff2', 'font'],
  ['PK\x03\x04', 'application/zip', 'other'],
  ['PK\x05\x06', 'application/zip', 'other'],
]

/**
 * Detects a file's type from its first bytes, never from its name or the sender's claim. Returns
 * undefined for types not on the list. Only the start is checked: a file may be broken, or also be
 * something else further on, so decoders need their own limits.
 */
export function detectType(head: Uint8Array): DetectedType | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headBytes))
  const text = bytes.toString('latin1')
  const plain = signatures.find(([start]) => text.startsWith(start))
  if (plain) return { mediaType: plain[1], kind: plain[2] }
  return (
    riff(text) ??
    isoMedia(bytes, text) ??
    matroska(text) ??
    ogg(text) ??
    detectVideo(bytes, text) ??
    loose(bytes, text)
  )
}

function riff(text: string): DetectedType | undefined {
  if (!text.startsWith('RIFF') && !text.startsWith('RF64')) return undefined
  const form = text.slice(8, 12)
  if (form === 'WEBP') return { mediaType: 'image/webp', kind: 'image' }
  if (form === 'WAVE') return { mediaType: 'audio/wav', kind: 'audio' }
  if (form === 'AVI ' && text.slice(12, 16) === 'LIST') {
    return { mediaType: 'video/x-msvideo', kind: 'video' }
  }
  return undefined
}

/** MP4 and related formats list their major brand first, then the compatible brands. */
function isoMedia(bytes: Buffer, text: string): DetectedType | undefined {
  const box = text.slice(4, 8)
  // Old QuickTime files have no brand.
  if (['moov', 'mdat', 'wide'].includes(box)) return { mediaType: 'video/quicktime', kind: 'video' }
  if (box !== 'ftyp') return undefined
  const list = text.slice(8, Math.min(bytes.readUInt32BE(0), headBytes))
  // The four characters after the first brand are a version number.
  const [major = '', , ...compatible] = list.match(/.{4}/gs) ?? []
  const brands = [major, ...compatible]
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) {
    return { mediaType: 'image/avif', kind: 'image' }
  }
  if (/^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(major)) {
    return { mediaType: 'image/heic', kind: 'image' }
  }
  if (/^M4[AB] $/.test(major)) return { mediaType: 'audio/mp4', kind: 'audio' }
  if (major === 'qt  ') return { mediaType: 'video/quicktime', kind: 'video' }
  if (/^3g[p2]\w$/.test(major)) return { mediaType: 'video/3gpp', kind: 'video' }
  if (
    brands.some((brand) => /^(iso\w|mp4\d|avc1|M4V |M4VH|M4VP|dash|MSNV|3gp\w|f4v )$/.test(brand))
  ) {
    return { mediaType: 'video/mp4', kind: 'video' }
  }
  return undefined
}

/** The document type is in the header, after its id 0x4282 and a one-byte length. */
function matroska(text: string): DetectedType | undefined {
  if (!text.startsWith('\x1a\x45\xdf\xa3')) return undefined
  const type = /\x42\x82[\x81-\xff](webm|matroska)/.exec(text)?.[1]
  if (type === 'webm') return { mediaType: 'video/webm', kind: 'video' }
  if (type === 'matroska') return { mediaType: 'video/x-matroska', kind: 'video' }
  return undefined
}

/** The first page holds the first stream's header, right after its segment table. */
function ogg(text: string): DetectedType | undefined {
  if (!text.startsWith('OggS')) return undefined
  const packet = text.slice(27 + text.charCodeAt(26))
  if (
    ['OpusHead', '\x01vorbis', '\x7fFLAC', 'Speex   '].some((start) => packet.startsWith(start))
  ) {
    return { mediaType: 'audio/ogg', kind: 'audio' }
  }
  if (packet.startsWith('\x80theora')) return { mediaType: 'video/ogg', kind: 'video' }
  return undefined
}

/** Formats whose signature is too short to be conclusive. */
function loose(bytes: Buffer, text: string): DetectedType | undefined {
  if (isBmp(bytes, text)) return { mediaType: 'image/bmp', kind: 'image' }
  if (isMp3Frame(bytes)) return { mediaType: 'audio/mpeg', kind: 'audio' }
  // An SVG may contain scripts and links, so it is not accepted as an image.
  if (isSvg(bytes)) return { mediaType: 'image/svg+xml', kind: 'other' }
  return undefined
}

function isBmp(bytes: Buffer, text: string): boolean {
  if (!text.startsWith('BM') || bytes.length < 18) return false
  return [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14))
}

/** An MP3 without tags starts with a frame: MPEG layer III, valid bit rate, valid sample rate. */
function isMp3Frame(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes[0] !== 0xff) return false
  const [, second = 0, third = 0] = bytes
  const isLayer3 = (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08
  const bitRate = third >> 4
  return isLayer3 && bitRate !== 0 && bitRate !== 15 && (third & 0x0c) !== 0x0c
}

/** Text that starts like XML and opens an svg element, in UTF-8 or UTF-16. */
function isSvg(bytes: Buffer): boolean {
  const encoding = bytes[0] === 0xff || bytes[1] === 0 ? 'utf16le' : 'utf8'
  const isBigEndian = bytes[0] === 0xfe || (bytes[0] === 0 && bytes[1] !== 0)
  const text = isBigEndian ? swapped(bytes) : bytes.toString(encoding)
  return /^\ufeff?\s*</.test(text) && /<([\w-]+:)?svg[\s>/]/i.test(text)
}

function swapped(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return even.swap16().toString('utf16le')
}
