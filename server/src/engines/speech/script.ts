import { normaliseText } from './normalise-text.ts'
import type { Piece } from './pieces.ts'
import { splitSentences } from './sentences.ts'

/** Continuous speech, or a silence. */
export type Utterance = { kind: 'speech'; spoken: string } | { kind: 'pause'; pauseMs: number }

export interface Sentence {
  /** The original text, for captions. */
  text: string
  utterances: Utterance[]
}

/** Sentences and the silence before, between and after them, in order. */
export type Cue = { kind: 'sentence'; sentence: Sentence } | { kind: 'pause'; pauseMs: number }

const sentencePauseMs = 260
const paragraphPauseMs = 600

/** Each piece is represented by one private-use character while the text is split. */
const firstMark = 0xf0000
const marks = /[\u{f0000}-\u{ffffd}]/gu

/** Splits pieces into sentences with their readings. An explicit pause replaces the natural one. */
export function writeScript(pieces: Piece[], languageCode: string, speed: number): Cue[] {
  const cues: Cue[] = []
  let naturalMs = 0
  let askedMs: number | undefined
  let marked: Piece[] = []
  let text = ''

  const silence = () => {
    const pauseMs = askedMs ?? naturalMs / speed
    if (pauseMs > 0) cues.push({ kind: 'pause', pauseMs })
    askedMs = undefined
  }
  const endBlock = () => {
    for (const part of splitSentences(text, languageCode)) {
      const { sentence, beforeMs, afterMs } = readSentence(part, marked, languageCode)
      if (beforeMs > 0) askedMs = (askedMs ?? 0) + beforeMs
      if (!sentence) continue
      silence()
      cues.push({ kind: 'sentence', sentence })
      naturalMs = sentencePauseMs
      if (afterMs > 0) askedMs = afterMs
    }
    text = ''
    marked = []
  }
  for (const piece of pieces) {
    if (piece.kind === 'sentence-end') endBlock()
    else if (piece.kind === 'paragraph-end') {
      endBlock()
      if (naturalMs > 0) naturalMs = paragraphPauseMs
    } else if (piece.kind === 'text' && piece.spoken === undefined)
      text += piece.text.replace(marks, '')
    else {
      text += String.fromCodePoint(firstMark + marked.length)
      marked.push(piece)
    }
  }
  endBlock()
  naturalMs = 0
  silence()
  return cues
}

/** One sentence with its marks resolved. Pauses at its edges belong to the surrounding silence. */
function readSentence(part: string, marked: Piece[], languageCode: string) {
  const findPiece = (mark: string) => marked[(mark.codePointAt(0) ?? 0) - firstMark]
  const utterances: Utterance[] = []
  let written = ''
  let block = ''
  const endSpeech = () => {
    const spoken = readBlock(block, languageCode, (mark) => {
      const piece = findPiece(mark)
      return piece?.kind === 'text' ? normaliseText(piece.spoken ?? '', languageCode) : ''
    })
    if (isSpeakable(spoken)) utterances.push({ kind: 'speech', spoken })
    block = ''
  }
  for (const character of part) {
    const piece = findPiece(character)
    if (piece?.kind === 'pause') {
      endSpeech()
      utterances.push(piece)
    } else {
      block += character
      written += piece?.kind === 'text' ? piece.text : character
    }
  }
  endSpeech()
  const first = utterances.findIndex(({ kind }) => kind === 'speech')
  const last = utterances.findLastIndex(({ kind }) => kind === 'speech')
  if (first < 0) return { beforeMs: addPauses(utterances), afterMs: 0 }
  return {
    sentence: {
      text: written.replace(/\s+/g, ' ').trim(),
      utterances: utterances.slice(first, last + 1),
    },
    beforeMs: addPauses(utterances.slice(0, first)),
    afterMs: addPauses(utterances.slice(last + 1)),
  }
}

function addPauses(utterances: Utterance[]): number {
  return utterances.reduce((sum, one) => sum + (one.kind === 'pause' ? one.pauseMs : 0), 0)
}

function readBlock(block: string, languageCode: string, resolve: (mark: string) => string): string {
  return normaliseText(block, languageCode)
    .replace(marks, (mark) => ` ${resolve(mark)} `)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?…。、！？，；：।])/g, '')
    .trim()
}

function isSpeakable(spoken: string): boolean {
  return /[\p{L}\p{N}]/u.test(spoken)
}
