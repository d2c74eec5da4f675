import { api } from '../../../app/api.ts'
import { registerWorker } from '../../../app/register-worker.ts'

/** The id of this browser's entry in the list of browsers. It is not secret. */
const kept = 'atelier.push'

export type PushState = 'impossible' | 'refused' | 'off' | 'on'

function isPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

export async function pushState(): Promise<PushState> {
  if (!isPossible()) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && hereId() ? 'on' : 'off'
}

export function hereId(): string | null {
  return localStorage.getItem(kept)
}

/** Asks for permission to notify, then registers this browser for push with the server. */
export async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('Your browser blocks notifications from this site.')
  }
  await registerWorker()
  const registration = await navigator.serviceWorker.ready
  const { public_key } = await api.push.getKey()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { id } = await api.push.createSubscription({
    endpoint,
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
    label: nameOfBrowser(navigator.userAgent),
  })
  localStorage.setItem(kept, id)
}

export async function turnOff(id: string): Promise<void> {
  await api.push.deleteSubscription(id)
  if (id !== hereId()) return
  localStorage.removeItem(kept)
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** A name that the person will recognize. */
function nameOfBrowser(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrom(e|ium)\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser'
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? 'this device'
  return `${browser} on ${system === 'Mac OS' ? 'macOS' : system}`
}
