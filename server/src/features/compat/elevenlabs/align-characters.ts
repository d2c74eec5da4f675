import type { SentenceTime } from '../../voices/speech-parts.ts'

export interface Alignment {
  characters: string[]
  character_start_times_seconds: number[]
  character_end_times_seconds: number[]
}

/**
 * When each character of a text is spoken. The engine reports the times of sentences; within one,
 * the characters share its time evenly. Without sentences, they share the whole duration.
 */
export function alignCharacters(
  text: string,
  sentences: readonly SentenceTime[],
  endMs: number,
  startMs = 0,
): Alignment {
  const spans = findSpans(text, sentences, startMs, endMs)
  const alignment: Alignment = {
    characters: [],
    character_start_times_seconds: [],
    character_end_times_seconds: [],
  }
  for (const { part, start, end } of spans) {
    const characters = [...part]
    for (const [index, character] of characters.entries()) {
      const at = (place: number) => (start + ((end - start) * place) / characters.length) / 1000
      alignment.characters.push(character)
      alignment.character_start_times_seconds.push(at(index))
      alignment.character_end_times_seconds.push(at(index + 1))
    }
  }
  return alignment
}

/**
 * The same piece by piece, while the text is spoken. A piece ends with its last sentence, and with
 * the whole text once the duration is known; null if it adds no characters.
 */
export function alignPieces(text: string) {
  let place = 0
  let time = 0
  return (sentences: readonly SentenceTime[], durationMs?: number): Alignment | null => {
    const end = durationMs === undefined ? endOfSentences(text, place, sentences) : text.length
    const endMs = durationMs ?? sentences.at(-1)?.end ?? time
    if (end === place) return null
    const piece = alignCharacters(text.slice(place, end), sentences, endMs, time)
    place = end
    time = endMs
    return piece
  }
}

/** The place itself if the text has no such sentence. */
function endOfSentences(text: string, place: number, sentences: readonly SentenceTime[]): number {
  let end = place
  for (const sentence of sentences) {
    const at = text.indexOf(sentence.text, end)
    if (at < 0) return place
    end = at + sentence.text.length
  }
  return end
}

interface Span {
  part: string
  start: number
  end: number
}

/** The text cut into sentences and what is between them. */
function findSpans(
  text: string,
  sentences: readonly SentenceTime[],
  startMs: number,
  endMs: number,
): Span[] {
  const spans: Span[] = []
  let place = 0
  let time = startMs
  for (const { text: sentence, start, end } of sentences) {
    const at = text.indexOf(sentence, place)
    if (at < 0) return [{ part: text, start: startMs, end: endMs }]
    spans.push({ part: text.slice(place, at), start: time, end: start })
    spans.push({ part: sentence, start, end })
    place = at + sentence.length
    time = end
  }
  spans.push({ part: text.slice(place), start: time, end: endMs })
  return spans
}
