const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text looks like a UUID of any version. */
export function isUuid(text: string): boolean {
  return form.test(text)
}

/** The UUID of 32 hexadecimal digits, for services whose ids have no dashes. */
export function formatUuid(digits: string): string {
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
