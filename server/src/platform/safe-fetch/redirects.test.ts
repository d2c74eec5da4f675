import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { echo, limits, safeFetch, usePages } from './test-pages.ts'

const { server, other, serve } = usePages()

describe('redirects', () => {
  const redirect = (path: string, status: number, location: string) =>
    serve(path, (_req, res) => res.writeHead(status, { location }).end('moved'))

  test('are followed, relative and absolute', async () => {
    serve('/end', echo)
    redirect('/middle', 307, '../end?x=1')
    const answer = await safeFetch(redirect('/start', 301, `${server.url}/middle`), limits)
    expect(answer.url).toBe(`${server.url}/end?x=1`)
    await answer.bytes()
  })

  test('end after maxRedirects, in a loop too', async () => {
    const url = redirect('/loop', 302, '/loop')
    server.requests.length = 0
    expect(await catchError(safeFetch(url, { ...limits, maxRedirects: 3 }))).toMatchObject({
      code: 'too_many_redirects',
      retryable: false,
    })
    expect(server.requests).toHaveLength(4)
  })

  test('are refused with maxRedirects 0, as webhooks want it', async () => {
    serve('/hook', echo)
    for (const status of [301, 302, 303, 307, 308]) {
      const url = redirect('/moved-hook', status, '/hook')
      server.requests.length = 0
      const error = await catchError(
        safeFetch(url, { ...limits, method: 'POST', body: '{}', maxRedirects: 0 }),
      )
      expect(error).toMatchObject({ code: 'too_many_redirects', status })
      expect(server.requests).toEqual(['POST /moved-hook'])
    }
  })

  test('to another origin carry only harmless headers', async () => {
    serve('/seen', echo)
    const headers = {
      Authorization: 'Bearer secret',
      Cookie: 'a=secret',
      'X-Api-Key': 'secret',
      'Webhook-Signature': 'secret',
      Accept: 'image/*',
      'User-Agent': 'Test',
    }
    const same = await safeFetch(redirect('/same', 302, '/seen'), { ...limits, headers })
    expect(JSON.parse(String(await same.bytes())).headers).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'a=secret',
      'x-api-key': 'secret',
    })
    // Another port is another origin, and redirecting back does not restore the headers.
    redirect('/back', 302, `${server.url}/seen`)
    for (const target of [`${other.url}/seen`, `${other.url}/back`]) {
      const answer = await safeFetch(redirect('/across', 302, target), { ...limits, headers })
      const seen = JSON.parse(String(await answer.bytes())).headers
      expect(JSON.stringify(seen)).not.toContain('secret')
      expect(seen).toMatchObject({ accept: 'image/*', 'user-agent': 'Test' })
    }
  })

  test('make a GET of a POST for 301, 302 and 303, and repeat it for 307 and 308', async () => {
    serve('/seen', echo)
    const sent = { ...limits, method: 'POST', body: 'data' } as const
    const headers = { 'content-type': 'text/plain', 'content-md5': 'x' }
    for (const status of [301, 302, 303]) {
      const answer = await safeFetch(redirect('/to-get', status, '/seen'), { ...sent, headers })
      const seen = JSON.parse(String(await answer.bytes()))
      expect(seen).toMatchObject({ method: 'GET', body: '' })
      expect(Object.keys(seen.headers).filter((name) => name.startsWith('content'))).toEqual([])
    }
    for (const status of [307, 308]) {
      const answer = await safeFetch(redirect('/to-post', status, '/seen'), { ...sent, headers })
      expect(JSON.parse(String(await answer.bytes()))).toMatchObject({
        method: 'POST',
        body: 'data',
      })
    }
  })

  test('never carry a body to another origin', async () => {
    const url = redirect('/leak', 307, `${other.url}/seen`)
    other.requests.length = 0
    const error = await catchError(safeFetch(url, { ...limits, method: 'PUT', body: 'data' }))
    expect(error).toMatchObject({ code: 'bad_status', status: 307, retryable: false })
    expect(other.requests).toEqual([])
  })

  test('without a target are no success', async () => {
    const url = serve('/nowhere', (_req, res) => res.writeHead(302).end())
    expect(await catchError(safeFetch(url, limits))).toMatchObject({
      code: 'bad_status',
      status: 302,
    })
  })
})
