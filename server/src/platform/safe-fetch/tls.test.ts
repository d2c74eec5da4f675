import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { startTcpServer } from '../../../test/local-servers.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { createSafeFetch } from './safe-fetch.ts'

const hasOpenssl = canRun('openssl', ['version'])
const limits = { maxBytes: 1_000, timeoutMs: 25_000 }
const safeFetch = createSafeFetch({
  allowCidrs: ['127.0.0.1'],
  log: { warn: () => {} },
  resolve: async () => ['127.0.0.1'],
})

describe.skipIf(!hasOpenssl)('https (needs the openssl command to make certificates)', () => {
  const folder = useFolder()
  const usual = getCACertificates('default')
  let server: Server
  let port: number

  beforeAll(async () => {
    const { key, cert } = makeCertificate(folder, 'DNS:good.example,IP:127.0.0.1')
    setDefaultCACertificates([...usual, cert])
    server = createServer({ key, cert }, (req, res) => {
      const { servername } = req.socket as typeof req.socket & { servername?: string }
      res.end(JSON.stringify({ servername, host: req.headers.host, http: req.httpVersion }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    setDefaultCACertificates(usual)
    server.closeAllConnections()
    server.close()
  })

  test('the certificate is checked for the name that was asked for, not for the address', async () => {
    const answer = await safeFetch(`https://good.example.:${port}/`, limits)
    expect(JSON.parse(String(await answer.bytes()))).toEqual({
      servername: 'good.example',
      host: `good.example:${port}`,
      http: '1.1',
    })
    // The certificate is also valid for 127.0.0.1, dialed here; that must not help another name.
    const error = await catchError(safeFetch(`https://bad.example:${port}/`, limits))
    expect(error).toMatchObject({ code: 'unreachable', retryable: true })
    expect(error.message).toMatch(/certificate/)
  })

  test('an address can have a certificate too', async () => {
    const answer = await safeFetch(`https://127.0.0.1:${port}/`, limits)
    expect(answer.status).toBe(200)
    await answer.bytes()
  })

  test('an unknown issuer is not trusted', async () => {
    setDefaultCACertificates(usual)
    const error = await catchError(safeFetch(`https://good.example:${port}/`, limits))
    expect(error.message).toMatch(/certificate/)
  })
})

test('a server that never finishes the handshake does not use up all of the time', async () => {
  const silent = await startTcpServer(() => {})
  const url = `https://silent.example:${silent.port}/`
  const error = await catchError(safeFetch(url, { ...limits, timeoutMs: 600_000 }))
  expect(error).toMatchObject({ code: 'timeout', retryable: true })
  await silent.close()
})

function makeCertificate(folder: string, names: string): { key: string; cert: string } {
  const [key, cert, config] = ['key.pem', 'cert.pem', 'config'].map((name) => join(folder, name))
  writeFileSync(
    String(config),
    `[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nCN=test\n[ext]\nsubjectAltName=${names}\n`,
  )
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', String(key), '-out', String(cert), '-config', String(config)]
  execFileSync('openssl', ['req', '-x509', ...newKey, ...files, '-days', '2'], { stdio: 'pipe' })
  return { key: readFileSync(String(key), 'utf8'), cert: readFileSync(String(cert), 'utf8') }
}

function canRun(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
