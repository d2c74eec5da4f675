/** The file name in a URL: the end of its path, decoded. */
export function nameFromUrl(url: string): string {
  if (!URL.canParse(url)) return 'recording'
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? 'recording'
  return readable(last).slice(0, 255)
}

function readable(name: string): string {
  try {
    // A name that hides a path or a line break stays encoded.
    const decoded = decodeURIComponent(name)
    return /[/\\\p{Cc}]/u.test(decoded) ? name : decoded
  } catch {
    return name
  }
}
