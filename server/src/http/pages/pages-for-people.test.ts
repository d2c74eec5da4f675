import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { sendPage } from './pages-for-people.ts'

function readPolicy(leadsTo?: string): string {
  let policy = ''
  const reply = {
    code: () => reply,
    type: () => reply,
    headers: (headers: Record<string, string>) => {
      policy = headers['content-security-policy'] as string
      return reply
    },
    send: () => reply,
  }
  sendPage(reply as unknown as FastifyReply, { status: 200, html: '' }, leadsTo)
  return policy
}

test.each([
  ['https://app.example/cb?x=1', 'https://app.example'],
  ['http://127.0.0.1:6000/cb', 'http://127.0.0.1:6000'],
  ['http://[::1]:6000/cb', 'http://[::1]:6000'],
  ['com.example.app:/cb', 'com.example.app:'],
])('a form may lead to %s', (url, source) => {
  expect(readPolicy(url)).toBe(
    readPolicy().replace("form-action 'self'", `form-action 'self' ${source}`),
  )
})

test.each([
  'https://a;sandbox;b.test/cb',
  'https://a,script-src*.test/cb',
  "https://a'b.test/cb",
  'https://*/cb',
  'https://a!b.test/cb',
])('%s adds nothing to the policy', (url) => expect(readPolicy(url)).toBe(readPolicy()))
