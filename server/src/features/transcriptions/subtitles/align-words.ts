/** Above this many pairs, only the start and the end of two lists are compared. */
const maxPairs = 1_000_000

/**
 * For each of `ours`, the index of the same word in `theirs`, in order, for as many as possible;
 * the others were changed or added. Computes a minimal difference, like a file diff.
 */
export function alignWords(
  ours: readonly string[],
  theirs: readonly string[],
): (number | undefined)[] {
  const found: (number | undefined)[] = new Array(ours.length).fill(undefined)
  let from = 0
  while (from < ours.length && from < theirs.length && ours[from] === theirs[from]) {
    found[from] = from
    from++
  }
  let ourEnd = ours.length
  let theirEnd = theirs.length
  while (ourEnd > from && theirEnd > from && ours[ourEnd - 1] === theirs[theirEnd - 1]) {
    ourEnd--
    theirEnd--
    found[ourEnd] = theirEnd
  }
  const rows = ourEnd - from
  const columns = theirEnd - from
  if (rows * columns > maxPairs) return found
  const longest = longestCommon(ours.slice(from, ourEnd), theirs.slice(from, theirEnd))
  const at = (row: number, column: number) => longest[row * (columns + 1) + column] ?? 0
  let row = 0
  let column = 0
  while (row < rows && column < columns) {
    if (ours[from + row] === theirs[from + column]) found[from + row++] = from + column++
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return found
}

/** The length of the longest common subsequence for each pair of suffixes. */
function longestCommon(ours: string[], theirs: string[]): Uint16Array {
  const width = theirs.length + 1
  const longest = new Uint16Array((ours.length + 1) * width)
  for (let row = ours.length - 1; row >= 0; row--) {
    for (let column = theirs.length - 1; column >= 0; column--) {
      const at = row * width + column
      longest[at] =
        ours[row] === theirs[column]
          ? (longest[at + width + 1] ?? 0) + 1
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0)
    }
  }
  return longest
}
