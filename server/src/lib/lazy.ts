/** A value that is made at its first use and then kept. A failure is not kept: the next use tries again. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
