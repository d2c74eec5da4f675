import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CommandError } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'

const path = '/callback'

/** The redirect target of the browser: a local server that accepts one response. */
export async function listenForAnswer(patienceMs: number) {
  let resolve: (answer: URLSearchParams) => void = () => {}
  const answer = new Promise<URLSearchParams>((done) => {
    resolve = done
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isAnswer = url.pathname === path && request.method === 'GET'
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      connection: 'close',
    })
    const isWell = url.searchParams.has('code')
    response.end(isAnswer ? page(isWell) : 'Not found.')
    if (isAnswer) resolve(url.searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const minutes = Math.round(patienceMs / 60_000)
      const message = `Nobody signed in within ${minutes} minutes.`
      reject(new CommandError('timed_out', exitCode.expired, message))
    }, patienceMs)
  })
  return {
    redirectUri: `http://127.0.0.1:${port}${path}`,
    answer: Promise.race([answer, late]),
    close: () => {
      clearTimeout(timer)
      late.catch(() => {})
      server.closeAllConnections()
      server.close()
    },
  }
}

function page(isWell: boolean): string {
  const said = isWell
    ? 'You are signed in. You can close this window and return to the terminal.'
    : 'The sign-in failed. See the terminal for the reason.'
  return `<!doctype html><meta name="viewport" content="width=device-width"><title>Atelier</title>
<body style="font:18px/1.5 system-ui;max-width:32em;margin:20vh auto;padding:0 1em"><h1>Atelier</h1><p>${said}</p>`
}
