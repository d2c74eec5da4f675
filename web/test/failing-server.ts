import type { Page } from 'playwright-core'

/** The server's response to an internal error, which a real server cannot be made to return. */
export interface Failure {
  status: number
  code: string
  detail: string
  requestId: string
  headers?: Record<string, string>
}

/** Requests of the shell itself. */
const ofShell = '/api/v1/(auth/me|ws|notifications/count)'

/** Makes the reads of a page fail until the returned function is called or the page loads again. */
export async function failReads(page: Page, failure: Failure): Promise<() => Promise<unknown>> {
  await failRequests(page, `method === 'GET'`, failure)
  return () => page.evaluate('restoreFetch()')
}

/**
 * Makes the writes of a page fail, with a response or without any, until the page loads again. There
 * is no earlier end, because a write that is still on its way would then succeed.
 */
export function failWrites(page: Page, failure: Failure | 'no response'): Promise<unknown> {
  return failRequests(page, `!['GET', 'HEAD'].includes(method)`, failure)
}

/** Works inside the page, because intercepting requests turns off the browser's cache. */
function failRequests(page: Page, which: string, failure: Failure | 'no response') {
  return page.evaluate(`{
    const { fetch } = window
    window.restoreFetch = () => { window.fetch = fetch }
    window.fetch = async (url, options = {}) => {
      const method = options.method ?? 'GET'
      const isOther = !String(url).includes('/api/v1/') || new RegExp('${ofShell}').test(url)
      if (isOther || !(${which})) return fetch(url, options)
      ${failure === 'no response' ? "throw new TypeError('Failed to fetch')" : respond(failure)}
    }
  }`)
}

function respond({ status, code, detail, requestId, headers }: Failure): string {
  const body = {
    type: `https://atelier.dev/problems/${code}`,
    title: detail,
    status,
    code,
    detail,
    request_id: requestId,
  }
  const options = { status, headers: { 'content-type': 'application/problem+json', ...headers } }
  return `return new Response(${JSON.stringify(JSON.stringify(body))}, ${JSON.stringify(options)})`
}
