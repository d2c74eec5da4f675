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

function fitHeight() {
  const { width, height } = document.documentElement.getBoundingClientRect()
  const params = { width: Math.ceil(width), height: Math.ceil(height) }
  send({ method: 'ui/notifications/size-changed', params })
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
  const { hostContext } = await request('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  })
  if (hostContext?.theme) document.documentElement.style.colorScheme = hostContext.theme
  send({ method: 'ui/notifications/initialized', params: {} })
  new ResizeObserver(fitHeight).observe(document.documentElement)
}
