import type { Page, Request, Route } from 'playwright-core'

/** The server's response to an internal error, which a real server cannot be made to return. */
export function problem(status: number, code: string, detail: string, requestId: string) {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: `https://atelier.dev/problems/${code}`,
      title: detail,
      status,
      code,
      detail,
      request_id: requestId,
    }),
  }
}

/** Requests of the shell itself. */
const ofShell = /\/api\/v1\/(auth\/me|ws|notifications\/count)/

export const isRead = (request: Request) =>
  request.method() === 'GET' && !ofShell.test(request.url())
export const isWrite = (request: Request) =>
  !['GET', 'HEAD'].includes(request.method()) && !ofShell.test(request.url())

/** Intercepts matching requests until the returned function is called; others reach the server. */
export async function answer(
  page: Page,
  which: (request: Request) => boolean,
  how: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const at = '**/api/v1/**'
  const handler = (route: Route) => (which(route.request()) ? how(route) : route.continue())
  await page.route(at, handler)
  return () => page.unroute(at, handler)
}
