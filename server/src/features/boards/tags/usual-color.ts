const palette = [
  '#4C8BF5',
  '#3DA35D',
  '#F2A33A',
  '#D9534F',
  '#8E5BD0',
  '#1FA8A0',
  '#C2568F',
  '#7A8450',
]

/** A name gets the same color everywhere, until someone chooses another. */
export function usualColor(name: string): string {
  let sum = 0
  for (const character of name.toLowerCase())
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return palette[sum % palette.length] as string
}
