import { readFile } from 'node:fs/promises'
import { planes } from '../image-planes.ts'
import { type OpenSession, runSession } from '../model-session.ts'
import { type CutLine, lineHeight } from './cut-line.ts'

export interface Recognised {
  text: string
  /** Mean over the characters, 0 to 1. */
  confidence: number
}

/** The model's alphabet: 0 is "no new character", then the file's lines, then the space. */
export async function readAlphabet(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).replace(/\n$/, '').split('\n')
  return ['', ...lines.map((line) => line.replace(/\r$/, '')), ' ']
}

const minWidth = 96

/** Reads one line of text. */
export async function recogniseLine(
  opened: OpenSession,
  alphabet: string[],
  { pixels, width }: CutLine,
): Promise<Recognised> {
  const paddedWidth = Math.max(minWidth, width)
  const input = padRows(
    planes(pixels, (value) => value / 127.5 - 1, [2, 1, 0]),
    width,
    paddedWidth,
  )
  const { values } = await runSession(opened, input, { width: paddedWidth, height: lineHeight })
  return decodeSteps(values, alphabet)
}

/** The model saw short lines with a grey margin on the right. */
function padRows(from: Float32Array, width: number, paddedWidth: number): Float32Array {
  if (paddedWidth === width) return from
  const padded = new Float32Array(3 * lineHeight * paddedWidth)
  for (let row = 0; row < 3 * lineHeight; row++) {
    padded.set(from.subarray(row * width, (row + 1) * width), row * paddedWidth)
  }
  return padded
}

/** In a noisy scan the model rarely prefers a space. This likely, it is one. */
const minSpace = 0.1

/**
 * Takes the likeliest character of each step. The same one twice in a row counts once. Between
 * letters that aren't Chinese, a space needs less.
 */
export function decodeSteps(values: Float32Array, alphabet: string[]): Recognised {
  const size = alphabet.length
  const space = alphabet.lastIndexOf(' ')
  let text = ''
  let sum = 0
  let count = 0
  let previous = 0
  let likeliestSpace = 0
  for (let start = 0; start + size <= values.length; start += size) {
    let best = 0
    for (let at = 1; at < size; at++) {
      if ((values[start + at] as number) > (values[start + best] as number)) best = at
    }
    if (best === 0) likeliestSpace = Math.max(likeliestSpace, values[start + space] ?? 0)
    else {
      if (best !== previous) {
        const letter = alphabet[best] as string
        if (likeliestSpace >= minSpace && mayBeApart(text, letter)) text += ' '
        text += letter
        sum += values[start + best] as number
        count++
      }
      likeliestSpace = 0
    }
    previous = best
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count }
}

function mayBeApart(text: string, next: string): boolean {
  return /[^\s\p{Script=Han}]$/u.test(text) && /^[^\s\p{Script=Han}]/u.test(next)
}
