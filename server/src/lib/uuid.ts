const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text looks like a UUID of any version. */
export function isUuid(text: string): boolean {
  return form.test(text)
}
