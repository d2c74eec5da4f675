/** Adds the request field that caused the error, unless the error already names one. */
export function withField(field: string) {
  return (error: unknown): never => {
    throw Object.assign(error as Error, { field: (error as { field?: string }).field ?? field })
  }
}
