export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'

/**
 * The type by the first bytes alone; a name or a header may say anything. Types that are not here
 * are refused: SVG and PDF can name other files, HEIC needs a decoder that is not shipped, and
 * libvips reads BMP only through ImageMagick, which is not in the build that we use.
 */
export function imageType(head: Uint8Array): ImageType | undefined {
  const text = (start: number, end: number) =>
    String.fromCharCode(...head.subarray(start, Math.min(end, head.length)))
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(text(0, 4))) return 'tiff'
  if (text(4, 8) === 'ftyp' && /avi[fs]/.test(brands(text))) return 'avif'
  return undefined
}

/** Major and compatible brands of an ISO media file. */
function brands(text: (start: number, end: number) => string): string {
  return text(8, 12) + text(16, 48)
}
