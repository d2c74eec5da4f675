export interface SpokenSentence {
  text: string
  start: number
  end: number
}

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
  sentences: readonly SpokenSentence[],
  durationMs: number,
): Alignment {
  const spans = spansOf(text, sentences, durationMs)
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

interface Span {
  part: string
  start: number
  end: number
}

/** The text cut into sentences and what is between them. */
function spansOf(text: string, sentences: readonly SpokenSentence[], durationMs: number): Span[] {
  const spans: Span[] = []
  let place = 0
  let time = 0
  for (const { text: sentence, start, end } of sentences) {
    const at = text.indexOf(sentence, place)
    if (at < 0) return [{ part: text, start: 0, end: durationMs }]
    spans.push({ part: text.slice(place, at), start: time, end: start })
    spans.push({ part: sentence, start, end })
    place = at + sentence.length
    time = end
  }
  spans.push({ part: text.slice(place), start: time, end: durationMs })
  return spans
}
