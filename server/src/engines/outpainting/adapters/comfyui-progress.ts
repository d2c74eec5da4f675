import type { WebSocket } from 'ws'
import type { EngineContext } from '../../external/call-engine.ts'
import { isObject, parseObject } from '../../external/json.ts'

/**
 * Reports the steps of a running workflow from ComfyUI's socket. Only progress comes from here:
 * the history says when the work is done, so a socket that fails changes nothing. Returns a
 * function that stops it.
 */
export function followComfy(baseUrl: string, clientId: string, context: EngineContext): () => void {
  const { connect, onProgress } = context
  if (!connect || !onProgress) return () => {}
  const url = new URL(`${baseUrl}/ws`)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('clientId', clientId)
  let socket: WebSocket | undefined
  let isStopped = false
  void connect(url).then((opened) => {
    if (isStopped) return opened?.terminate()
    socket = opened
    socket?.on('error', () => {})
    socket?.on('message', (data: Buffer, isBinary) => {
      // Binary messages are previews.
      if (!isBinary) reportStep(parseObject(data), onProgress)
    })
  })
  return () => {
    isStopped = true
    socket?.terminate()
  }
}

function reportStep(
  message: Record<string, unknown> | undefined,
  onProgress: NonNullable<EngineContext['onProgress']>,
): void {
  if (message?.type !== 'progress' || !isObject(message.data)) return
  const { value, max } = message.data
  if (typeof value !== 'number' || typeof max !== 'number' || max <= 0) return
  onProgress(5 + Math.min(1, value / max) * 80, `step ${value} of ${max}`)
}
