/**
 * The service worker shows pushed notifications, and a page of our own while the server is down.
 * Browsers allow one only over HTTPS and on localhost.
 */
export async function registerWorker(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register('/service-worker.js')
}
