interface Texts {
  title: string
  message: string
  body?: string | undefined
}

/**
 * The texts without repetitions of the title, which every channel shows above them, and the names
 * of the changed fields. A message that only repeated the title becomes the start of the body.
 */
export function removeTitle({ title, message, body }: Texts) {
  const left = { message: cutTitle(message, title), body: body && cutTitle(body, title) }
  const adjusted = (['message', 'body'] as const).filter((field) => {
    return left[field] !== (field === 'message' ? message : body)
  })
  const fallback = left.body?.split(/\r?\n/).find((line) => normalize(line) !== '') ?? ''
  return {
    message: left.message === '' ? fallback.trim().slice(0, 1000) : left.message,
    // An empty body falls back to the message.
    body: left.body === '' ? undefined : left.body,
    adjusted,
  }
}

/** Removes every line that is the title, and the title as the opening words of the text. */
function cutTitle(text: string, title: string): string {
  const headline = normalize(title)
  if (headline === '') return text
  const lines = text.split(/\r?\n/)
  const kept = lines.filter((line) => !isHeadline(line, headline))
  const first = kept.findIndex((line) => line.trim() !== '')
  const opening = kept[first]
  const rest = opening === undefined ? undefined : cutHeadline(opening, title.trim())
  if (rest !== undefined) kept[first] = rest
  else if (kept.length === lines.length) return text
  return kept.join('\n').trim()
}

function isHeadline(line: string, headline: string): boolean {
  // A much longer line is a different one; a closer look would only take time.
  return line.length <= headline.length + 100 && normalize(line) === headline
}

/** "Report ready: it has nine pages" without its first words, if they are the title. */
function cutHeadline(line: string, title: string): string | undefined {
  const start = line.trimStart()
  if (start.slice(0, title.length).toLowerCase() !== title.toLowerCase()) return undefined
  const [separator] = /^\s*[.:!…–—-]+\s+/u.exec(start.slice(title.length)) ?? []
  return separator === undefined ? undefined : start.slice(title.length + separator.length)
}

/** Without case, markup and punctuation at both ends. */
function normalize(line: string): string {
  return line
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[#>\s*_~`-]+|(?<![\s*_~`#.:!…])[\s*_~`#.:!…]+$/gu, '')
    .replaceAll(/\s+/g, ' ')
}
