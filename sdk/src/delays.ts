/** Full jitter: a random delay up to a limit that doubles, so clients don't retry in lockstep. */
export function backoffMs(tries: number, firstMs = 500, longestMs = 8000): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** tries)
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const wake = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(wake, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
