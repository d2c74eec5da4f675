const longestBase = 180
const longestExtension = 16

/**
 * The `Content-Disposition` header of RFC 6266: a plain ASCII name for old clients, followed by the
 * real name in UTF-8 (RFC 8187). The result is always one line of ASCII.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = safeFileName(fileName)
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Also replaces percent signs, because some browsers decode percent escapes here.
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`
}

/**
 * Removes everything that could escape a folder, hide the real extension or start a new header:
 * separators, control characters and bidirectional marks.
 */
export function safeFileName(fileName: string): string {
  const cleaned = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/[/\\:*?<>|]/g, '_')
    .trim()
    .replace(/^[. ]+/, '')
  return shortened(cleaned).replace(/(?<![. ])[. ]+$/, '') || 'file'
}

/** Cuts before the extension to keep it, and by code points so that no character is split. */
function shortened(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : ''
  const base = extension === '' ? name : name.slice(0, dot)
  const points = [...base]
  return points.length > longestBase ? points.slice(0, longestBase).join('') + extension : name
}

/** encodeURIComponent leaves four characters unencoded that RFC 8187 requires to be encoded. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
