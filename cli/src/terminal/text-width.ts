const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
// \ufe0f turns a text symbol such as ⚠ into an emoji.
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u

/** How many terminal columns a text takes; Chinese characters and emoji take two each. */
export function measureWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Cuts a text to a width and marks the cut with an ellipsis. */
export function cut(text: string, width: number): string {
  if (measureWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    const own = measureWidth(segment)
    if (used + own > width - 1) break
    kept += segment
    used += own
  }
  return `${kept.trimEnd()}…`
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)))
}

/** Wraps a text to a width, between words if possible. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line && measureWidth(line) + 1 + measureWidth(word) > width) {
        lines.push(line)
        line = word
      } else line = line ? `${line} ${word}` : word
    }
    lines.push(line)
  }
  return lines
}
