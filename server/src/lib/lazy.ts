/** Computes a value on first use and keeps it. A failure is not kept: the next use retries. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
