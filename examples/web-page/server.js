// Serves the page and forwards its requests to Atelier, so that the API key stays on the server:
// ATELIER_API_KEY=atl_… node server.js, then open http://localhost:3000
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'

const {
  ATELIER_URL: url = 'http://localhost:4600',
  ATELIER_API_KEY: key,
  PORT = 3000,
} = process.env
const page = await readFile(new URL('index.html', import.meta.url))

/** Only what the page needs. Anything else would give every visitor your key's permissions. */
const allowed = [
  /^POST \/api\/v1\/assets\/upload$/,
  /^POST \/api\/v1\/tools\/remove-background$/,
  /^GET \/api\/v1\/tasks\/[\w-]+$/,
]

const server = createServer(async (request, response) => {
  const { method, url: path, headers } = request
  if (path === '/') return response.setHeader('content-type', 'text/html').end(page)
  if (!allowed.some((one) => one.test(`${method} ${path}`))) return response.writeHead(404).end()
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Api-Key ${key}`, 'content-type': headers['content-type'] ?? '' },
    ...(method === 'POST' && { body: Readable.toWeb(request), duplex: 'half' }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') })
  response.end(await answer.text())
})
server.listen(PORT, () => console.log(`http://localhost:${server.address().port}`))
