// The view's side of the MCP Apps protocol: JSON-RPC with the host over postMessage.
const waiting = new Map()
const listeners = new Map()
let lastId = 0

function send(message) {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

export function request(method, params) {
  const id = ++lastId
  send({ id, method, params })
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

export function on(method, listener) {
  listeners.set(method, listener)
}

export function callTool(name, args) {
  return request('tools/call', { name, arguments: args })
}

export function textOf(result) {
  return result?.content?.find((block) => block.type === 'text')?.text ?? ''
}

/** The value of a result: structured, or JSON as text. */
export function recordOf(result) {
  if (result?.structuredContent) return result.structuredContent
  const text = textOf(result)
  return text.startsWith('{') ? JSON.parse(text) : {}
}

/** The reason of a failed call without the hints for models. */
export function reasonOf(result) {
  return result?.structuredContent?.detail ?? textOf(result).split('\n')[0]
}

function reportSize() {
  const { width, height } = document.documentElement.getBoundingClientRect()
  const params = { width: Math.ceil(width), height: Math.ceil(height) }
  send({ method: 'ui/notifications/size-changed', params })
}

function applyContext({ theme, styles } = {}) {
  const { style } = document.documentElement
  if (theme) style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (value) style.setProperty(name, value)
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method !== undefined) {
    listeners.get(data.method)?.(data.params ?? {})
    if (data.id !== undefined) send({ id: data.id, result: {} })
    return
  }
  const call = waiting.get(data.id)
  waiting.delete(data.id)
  if (data.error) call?.reject(new Error(data.error.message))
  else call?.resolve(data.result)
})

export async function start(name) {
  on('ui/notifications/host-context-changed', applyContext)
  const { hostContext } = await request('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: '2026-01-26',
  })
  applyContext(hostContext)
  send({ method: 'ui/notifications/initialized', params: {} })
  new ResizeObserver(reportSize).observe(document.documentElement)
  return hostContext ?? {}
}
