/** The database did not finish in time. Temporary: the caller should retry. */
export class DatabaseTimeout extends Error {
  readonly code = 'DATABASE_TIMEOUT'
}

/** Rejects with `DatabaseTimeout` if the work takes longer, even if it never settles. */
export function withDeadline<T>(
  work: Promise<T>,
  seconds: number,
  what: string,
  onLate: (error: DatabaseTimeout) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new DatabaseTimeout(`${what} took longer than ${seconds} s.`)
      reject(error)
      onLate(error)
    }, seconds * 1000)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
