/** Works on several items at a time: while one waits for the disk, another is compressed. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = 4,
): Promise<void> {
  const waiting = items.values()
  let hasFailed = false
  const runOne = async () => {
    for (const item of waiting) {
      if (hasFailed) return
      await work(item).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runOne))
}
