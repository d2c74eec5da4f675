/** Emoji and pictographs that aren't read out, including their modifiers and joined sequences. */
const pictures =
  /(?![\d#*©®™])(?:\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Regional_Indicator})(?:[\u{1F3FB}-\u{1F3FF}\u{FE0F}]|\u{200D}\p{Extended_Pictographic})*/gu

/** First clean-up: one kind of quote, dash and space; no emoji. */
export function cleanText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(pictures, ' ')
      .replace(/[\u{FE0F}\u{20E3}]/gu, '')
      // Joiners inside a word are meaningful in Hindi. Soft hyphens and the like are not.
      .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
      .replace(/\p{Cc}/gu, ' ')
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/[„‟«»]/g, '"')
      .replace(/\.{3,}/g, '…')
      .replace(/([!?])[!?]+/g, '$1')
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
  )
}

const spokenSigns: Record<string, string> = {
  '&': 'and',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '<': 'less than',
  '>': 'greater than',
  '≤': 'at most',
  '≥': 'at least',
  '≈': 'about',
  '~': 'about',
  '±': 'plus or minus',
  '×': 'times',
  '÷': 'divided by',
  '°': 'degrees',
  '%': 'percent',
  '§': 'section',
  '€': 'euros',
  '£': 'pounds',
  $: 'dollars',
  '#': '',
}

/** Names the remaining symbols after numbers became words, and drops decoration. */
export function speakSymbols(text: string): string {
  return text
    .replace(/\b(and|or)\/(or|and)\b/g, '$1 $2')
    .replace(/\b([CF])#/g, '$1 sharp')
    .replace(/²/g, ' squared')
    .replace(/³/g, ' cubed')
    .replace(/ ?\/ ?(?=(?:day|week|month|year|hour|minute|second|person|night)\b)/g, ' per ')
    .replace(/(?<=\s)--?(?=\s)|—|–/g, ' — ')
    .replace(/(?<=[A-Za-z]) ?\/ ?(?=[A-Za-z])/g, ' slash ')
    .replace(/[&@+=<>≤≥≈~±×÷°%§€£$#]/g, (sign) => ` ${spokenSigns[sign] ?? ''} `)
    .replace(/[*_^|\\{}[\]©®™•·→←↑↓■□▪●◦†‡¶/]/g, ' ')
    .replace(/\s+([,.;:!?…])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
