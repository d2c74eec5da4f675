/**
 * Where to go after signing in, if it belongs to this server. The text comes from the address bar,
 * so anyone may have written it. Browsers drop tabs and line breaks from addresses and read "\" as
 * "/", so control characters are refused, the parsed address decides, and the whole of it is used:
 * a path of "//host" would lead elsewhere.
 */
export function ownAddress(to: string | undefined, origin: string): string {
  const start = `${origin}/`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!to?.startsWith('/') || /[\u0000-\u001f\u007f\\]/.test(to)) return start
  const url = URL.parse(to, origin)
  return url?.origin === origin ? url.href : start
}
