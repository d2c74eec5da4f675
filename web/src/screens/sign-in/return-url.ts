/**
 * The URL to open after sign-in, if it belongs to this server. The text comes from the address bar,
 * so it is untrusted. Browsers drop tabs and line breaks from URLs and read "\" as "/". So control
 * characters are rejected, the origin of the parsed URL decides, and the full URL is used: a path
 * of "//host" would lead to another host.
 */
export function returnUrl(to: string | undefined, origin: string): string {
  const start = `${origin}/`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!to?.startsWith('/') || /[\u0000-\u001f\u007f\\]/.test(to)) return start
  const url = URL.parse(to, origin)
  return url?.origin === origin ? url.href : start
}
