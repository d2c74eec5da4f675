/**
 * Turns single lookups into batches without caching: keys requested in one turn of the event loop
 * are read together in the next. Every caller gets a value that was read after its request.
 */
export function batched<K, V>(readMany: (keys: K[]) => Promise<Map<K, V>>) {
  let waiting = new Map<K, PromiseWithResolvers<V | undefined>>()

  async function sendWaiting(): Promise<void> {
    const batch = waiting
    waiting = new Map()
    try {
      const found = await readMany([...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  return (key: K): Promise<V | undefined> => {
    if (waiting.size === 0) setImmediate(sendWaiting)
    let entry = waiting.get(key)
    if (!entry) {
      entry = Promise.withResolvers()
      waiting.set(key, entry)
    }
    return entry.promise
  }
}
