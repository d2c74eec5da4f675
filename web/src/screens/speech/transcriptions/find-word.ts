export interface Timed {
  start: number
  end: number
}

/** Finds the word at a time by binary search; -1 if there is none. Words are sorted by time. */
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
