/** The data that the browser's service worker shows. */
export interface PushPayload {
  title: string
  message: string
  url: string | null
  notification_id: string
  category: string
  thread_id: string | null
}

/** Push services accept 4,096 bytes after encryption; some phones accept less. */
const maxBytes = 3 * 1024
const titleBytes = 600
const urlBytes = 1200
const threadBytes = 300

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The payload as JSON that fits. The message gets the space that the other fields leave. */
export function fitPayload(payload: PushPayload): string {
  const whole = JSON.stringify(payload)
  if (Buffer.byteLength(whole) <= maxBytes) return whole
  const { title, message, url, thread_id } = payload
  const rest = {
    ...payload,
    title: cut(title, titleBytes),
    url: url !== null && countBytes(url) > urlBytes ? null : url,
    thread_id: thread_id !== null && countBytes(thread_id) > threadBytes ? null : thread_id,
    message: '',
  }
  return JSON.stringify({ ...rest, message: cut(message, maxBytes - countBytes(rest) + 2) })
}

/** Cuts between characters, so that an emoji is never split. */
function cut(text: string, most: number): string {
  if (countBytes(text) <= most) return text
  const room = most - countBytes('…')
  let kept = ''
  let bytes = 0
  for (const { segment } of characters.segment(text)) {
    bytes += countBytes(segment) - 2
    if (bytes > room) break
    kept += segment
  }
  return `${kept}…`
}

/** The size in JSON: quotes and line breaks take two bytes there, some characters six. */
function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
