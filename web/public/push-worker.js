// Shows what the server pushes while no window is open. It keeps nothing and intercepts nothing.
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
