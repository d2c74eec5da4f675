import { describe, expect, test } from 'vitest'
import { findMistake } from './redirect-uris.ts'

describe('a redirect URI', () => {
  test.each([
    'https://app.example/cb',
    'https://app_1.example.:8443/cb?x=1',
    'https://[2001:db8::1]/cb',
    'https://bücher.example/cb',
    'http://127.0.0.1:6000/callback',
    'http://[::1]:6000/callback',
    'http://localhost/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
  ])('may be %s', (uri) => expect(findMistake(uri)).toBeUndefined())

  test.each([
    ['view-source:http://x', 'a scheme of the browser'],
    ['intent://x#Intent;end', 'a scheme of the phone'],
    ['intent://x', 'a scheme of the phone'],
    ['chrome://settings', 'a scheme of the browser'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/html,x', 'a document'],
    ['myapp://callback', 'a scheme without a domain'],
    ['web+x://callback', 'a scheme without a domain'],
    ['.com.example:/x', 'no scheme'],
    ['ms-settings:x', 'a scheme of the system'],
    ['http://app.example/cb', 'http to another machine'],
    ['http://127.0.0.1.evil.example/cb', 'http to a name that looks like loopback'],
    ['http://localhost.evil.example/cb', 'http to a name that looks like loopback'],
    ['https://a;sandbox;b.test/cb', 'a host that starts a directive'],
    ["https://a'b.test/cb", 'a host with a quote'],
    ['https://a,b.test/cb', 'a host with a comma'],
    ['https://*.test/cb', 'a host that is a pattern'],
    ['https://a!b.test/cb', 'a host that is no name'],
    ['https://mia:x@app.example/cb', 'a password'],
    ['https://app.example/cb#', 'a fragment'],
    [['https://app.example/cb'], 'not a text'],
  ])('must not be %j: %s', (uri, _) => expect(findMistake(uri)).toBeDefined())
})
