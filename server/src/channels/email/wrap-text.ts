/** Columns of the text part. Clients indent quoted text, which should still fit 80 columns. */
export const textWidth = 76

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const unseen = /[\p{Mn}\p{Me}\p{Cf}]/u

/** How many columns a text takes in a monospaced font. An estimate for some scripts. */
export function displayWidth(text: string): number {
  let columns = 0
  for (const character of text) {
    if (character < '\u0300') columns += 1
    else if (wide.test(character)) columns += 2
    else if (!unseen.test(character)) columns += 1
  }
  return columns
}

/** Breaks lines at spaces. A word that is too long, such as a URL, stays whole. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(width, 20)))
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const word of text.split(/[ \t]+/)) {
    const wordColumns = displayWidth(word)
    if (line !== '' && columns + 1 + wordColumns > width) {
      lines.push(line)
      line = ''
      columns = 0
    }
    columns += wordColumns + (line === '' ? 0 : 1)
    line = line === '' ? word : `${line} ${word}`
  }
  lines.push(line)
  return lines
}

export function underlined(lines: string[], stroke: string): string[] {
  const longest = lines.reduce((most, line) => Math.max(most, displayWidth(line)), 0)
  return [...lines, stroke.repeat(Math.min(longest, textWidth))]
}
