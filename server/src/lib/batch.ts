/**
 * Turns single look-ups into batches without ever answering from the past: a look-up joins the next
 * batch, which is sent when the one on its way is back, so what it gets was read after it was asked.
 */
export function batched<K, V>(readMany: (keys: K[]) => Promise<Map<K, V>>) {
  let running = false
  let waiting = new Map<K, PromiseWithResolvers<V | undefined>>()

  async function sendWaiting(): Promise<void> {
    running = true
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const found = await readMany([...batch.keys()])
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    running = false
  }

  return (key: K): Promise<V | undefined> => {
    let entry = waiting.get(key)
    if (!entry) {
      entry = Promise.withResolvers()
      waiting.set(key, entry)
    }
    if (!running) void sendWaiting()
    return entry.promise
  }
}
