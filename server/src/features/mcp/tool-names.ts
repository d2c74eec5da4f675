/** Operations have camelCase ids; tools have snake_case names. */
export function nameTool(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const maxSuggestions = 5

/** The names that a caller may have meant, most similar first. */
export function similarNames(wanted: string, names: readonly string[]): string[] {
  const aim = plainName(wanted)
  if (aim === '') return []
  return names
    .map((name) => ({ name, score: similarity(aim, plainName(name)) }))
    .filter(({ score }) => score >= 0.35)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}

function plainName(text: string): string {
  return text
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The share of common letter pairs (Dice); a name that contains the other one counts as close. */
function similarity(a: string, b: string): number {
  if (a === b) return 1
  if (a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))) return 0.9
  const left = listPairs(a)
  const right = listPairs(b)
  if (left.size === 0 || right.size === 0) return 0
  const common = [...left].filter((pair) => right.has(pair)).length
  return (2 * common) / (left.size + right.size)
}

function listPairs(text: string): Set<string> {
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}
