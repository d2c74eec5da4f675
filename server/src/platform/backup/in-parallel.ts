/**
 * Works on several items at a time: while one waits for the disk, another is compressed. If one
 * fails, it throws once the others have ended, so that nothing is written afterwards.
 */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = 4,
): Promise<void> {
  const waiting = items.values()
  const failures: unknown[] = []
  const runOne = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return
      await work(item).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runOne))
  if (failures.length > 0) throw failures[0]
}
