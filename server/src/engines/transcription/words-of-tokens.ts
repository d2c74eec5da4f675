import llamaTokenizer from 'llama-tokenizer-js'
import type { Token } from './moonshine.ts'

export interface SpokenWord {
  /** The written form, including its punctuation. */
  text: string
  confidence: number
}

const pieces = llamaTokenizer.vocabById
const wordStart = '▁'
const firstPiece = 3
const rawByte = /^<0x([0-9A-F]{2})>$/
const utf8 = new TextDecoder()

/**
 * Joins tokens into words. This needs only the tokeniser's list of pieces: a piece that starts with
 * the mark starts a word, and a raw byte is part of a character missing from the list.
 */
export function wordsOfTokens(tokens: Token[]): SpokenWord[] {
  const words: { bytes: number[]; probabilities: number[] }[] = []
  for (const { id, probability } of tokens) {
    const piece = id < firstPiece ? undefined : pieces[id]
    if (piece === undefined) continue
    if (piece.startsWith(wordStart) || words.length === 0) {
      words.push({ bytes: [], probabilities: [] })
    }
    const word = words.at(-1)
    word?.bytes.push(...decodePiece(piece))
    word?.probabilities.push(probability)
  }
  const spoken = words.map(({ bytes, probabilities }) => ({
    text: utf8.decode(Uint8Array.from(bytes)).trim(),
    confidence: geometricMean(probabilities),
  }))
  return spoken.reduce(attachMarks, [])
}

function decodePiece(piece: string): Uint8Array {
  const byte = rawByte.exec(piece)?.[1]
  if (byte !== undefined) return Uint8Array.of(Number.parseInt(byte, 16))
  return Buffer.from(piece.replaceAll(wordStart, ' '))
}

/** A standalone dash isn't spoken, so it is attached to the previous word. */
function attachMarks(words: SpokenWord[], word: SpokenWord): SpokenWord[] {
  const previous = words.at(-1)
  if (/[\p{L}\p{N}]/u.test(word.text)) words.push(word)
  else if (previous && word.text !== '') previous.text += ` ${word.text}`
  return words
}

function geometricMean(probabilities: number[]): number {
  const sum = probabilities.reduce((total, probability) => total + Math.log(probability), 0)
  return Math.exp(sum / probabilities.length)
}
