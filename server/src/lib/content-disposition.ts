const longestBase = 180
const longestExtension = 16

/**
 * The `Content-Disposition` header of RFC 6266: a plain ASCII name for old clients, and beside it
 * the real one in UTF-8 (RFC 8187). Whatever the name contains, the result is one line of ASCII.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = safeFileName(fileName)
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // The percent sign too: some browsers would decode what follows it.
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`
}

/**
 * The name without anything that could leave a folder, hide its true ending or start a new header:
 * no separators, no control characters, no marks that turn the direction of writing.
 */
export function safeFileName(fileName: string): string {
  const cleaned = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/[/\\:*?<>|]/g, '_')
    .trim()
    .replace(/^[. ]+/, '')
  return shortened(cleaned).replace(/[. ]+$/, '') || 'file'
}

/** Cut before the ending, so that it stays. By code points, so that no character is halved. */
function shortened(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : ''
  const base = extension === '' ? name : name.slice(0, dot)
  const points = [...base]
  return points.length > longestBase ? points.slice(0, longestBase).join('') + extension : name
}

/** encodeURIComponent leaves four characters that RFC 8187 wants encoded. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
