/** The server's URL without a slash at the end. Without a scheme, HTTPS is used, except locally. */
export function normalizeBaseUrl(given: string): string {
  const text = given.trim()
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const url = parsed(hasScheme ? text : `${isLocal(text) ? 'http' : 'https'}://${text}`)
  if (!text || !url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl is not the URL of a server: "${given}". Use one such as http://localhost:4600`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** This machine, or one without a public name, which can't have a certificate. */
function isLocal(text: string): boolean {
  const { hostname = '' } = parsed(`http://${text}`) ?? {}
  return /^(\[.*\]|[\d.]+|[^.]+|.*\.(local|localhost|internal))$/.test(hostname)
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
