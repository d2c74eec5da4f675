/** Gives up on work that never finishes. The work itself stays until the process ends. */
export async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`no answer in ${patienceMs / 1000} s`)
    tooLate.reject(Object.assign(error, { code: 'CONNECT_TIMEOUT' }))
  }, patienceMs)
  try {
    return await Promise.race([work, tooLate.promise])
  } finally {
    clearTimeout(timer)
  }
}
