/** Names the field of the request that a failure is about, where it names none itself. */
export function withField(field: string) {
  return (error: unknown): never => {
    throw Object.assign(error as Error, { field: (error as { field?: string }).field ?? field })
  }
}
