/**
 * postgres.js (3.4) asks each new connection for the array types, and awaits that nowhere. If the
 * connection is lost meanwhile, the rejection is unhandled, which ends the process. The statement of
 * the caller fails with the same error, so nothing is hidden.
 */
export function surviveLostTypeQueries(): void {
  process.on('unhandledRejection', (error) => {
    if (!isTypeQuery(error)) throw error
  })
}

export function isTypeQuery(error: unknown): boolean {
  const { query } = (error ?? {}) as { query?: unknown }
  return typeof query === 'string' && /b\.typarray\s+from pg_catalog\.pg_type a\b/.test(query)
}
