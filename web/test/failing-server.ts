import type { Page, Request, Route } from 'playwright-core'

/** As the server says it when something breaks; a real one cannot be asked to. */
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

/** What the shell itself asks for. */
const ofShell = /\/api\/v1\/(auth\/me|ws|notifications\/count)/

export const isRead = (request: Request) =>
  request.method() === 'GET' && !ofShell.test(request.url())
export const isWrite = (request: Request) =>
  !['GET', 'HEAD'].includes(request.method()) && !ofShell.test(request.url())

/** Until it is called, these requests are answered so; everything else reaches the server. */
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
