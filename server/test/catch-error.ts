/** The error of a promise; a promise that succeeds fails the test. */
export async function catchError<E extends Error = Error & { code?: string }>(
  promise: PromiseLike<unknown>,
): Promise<E> {
  try {
    await promise
  } catch (error) {
    return error as E
  }
  throw new Error('It succeeded, but should have failed')
}
