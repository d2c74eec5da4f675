export interface Timed {
  start: number
  end: number
}

/** The word that is spoken at a time, by halving; -1 where nothing is. They are in order of time. */
export function findWord(words: readonly Timed[], ms: number): number {
  let low = 0
  let high = words.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const word = words[middle] as Timed
    if (ms < word.start) high = middle - 1
    else if (ms >= word.end) low = middle + 1
    else return middle
  }
  return -1
}
