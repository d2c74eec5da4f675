// Shows what the server pushes while no window is open, and a page of our own when the server
// cannot be reached. It stores nothing, so an upgrade leaves nothing old behind.
self.addEventListener('install', () => self.skipWaiting())

/** The browser reports errors of these itself. They are for programs, or their pages are not ours. */
const notOurs = /^\/(api|files|docs|answer|unsubscribe|oauth|mcp|\.well-known)(\/|$)/

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode !== 'navigate' || method !== 'GET' || notOurs.test(new URL(url).pathname)) return
  event.respondWith(loadPage(event.request))
})

async function loadPage(request) {
  try {
    const response = await fetch(request)
    // A proxy in front of a stopped server.
    return [502, 503, 504].includes(response.status) ? offlinePage() : response
  } catch {
    return offlinePage()
  }
}

function offlinePage() {
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Server not responding · Atelier</title>
    <style>
      body {
        display: grid;
        place-content: center;
        min-height: 100vh;
        margin: 0;
        padding: 24px;
        box-sizing: border-box;
        background: light-dark(#fbfbfc, #111216);
        color: light-dark(#16181d, #eceef2);
        font: 14px/1.5 system-ui, sans-serif;
      }
      main { max-width: 360px; }
      h1 { margin: 0 0 8px; font-size: 20px; }
      p { margin: 0 0 16px; color: light-dark(#565d6b, #a3abb9); }
      a {
        display: inline-block;
        padding: 9px 16px;
        border-radius: 8px;
        background: light-dark(#5253d4, #9c9eff);
        color: light-dark(#fff, #14151c);
        font-weight: 500;
        text-decoration: none;
      }
    </style>
  </head>
  <body>
    <main>
      <h1>The server is not responding</h1>
      <p>Drafts stay in this browser. Check your connection and try again. If this continues, ask the person who runs Atelier.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>`
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    },
  })
}

self.addEventListener('push', (event) => {
  const { title, message, url, notification_id } = event.data?.json() ?? {}
  const shown = self.registration.showNotification(title ?? 'Atelier', {
    body: message ?? '',
    // Another try of the same notification replaces it.
    tag: notification_id,
    icon: '/atelier.svg',
    data: { url: url ?? '/inbox' },
  })
  event.waitUntil(shown)
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)))
})

/** In a window of the console that is open already; one that cannot be led there is left alone. */
async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const ours = windows.find(({ url }) => new URL(url).origin === address.origin)
  if (!ours || address.origin !== self.location.origin) {
    return self.clients.openWindow(address.href)
  }
  await ours.focus()
  return ours.navigate(address.href)
}
