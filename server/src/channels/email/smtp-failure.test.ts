import { describe, expect, onTestFinished, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { smtpReply, startMailServer } from '../../../test/mail-server.ts'
import { freePort } from '../../platform/postgres/free-port.ts'
import { Undeliverable } from '../channel.ts'
import { createMail, openTestMailer, startServer } from './test-mailer.ts'

describe('refusals', () => {
  /** Rejects the recipient or the email as the address says: rcpt550@… or data451@… */
  const refusing = () =>
    startServer({
      onRcptTo: ({ address }, _session, done) => done(chooseReply('rcpt', address)),
      onData: (stream, { envelope }, done) => {
        stream.resume()
        stream.on('end', () => done(chooseReply('data', envelope.rcptTo[0]?.address ?? '')))
      },
    })
  const chooseReply = (when: string, address: string) => {
    const code = Number(new RegExp(`^${when}(\\d{3})@`).exec(address)?.[1])
    return code ? smtpReply(code, `${code}: no such person`) : null
  }

  test('5xx for the recipient or the message is final and quotes the server', async () => {
    const mailer = openTestMailer((await refusing()).url)
    for (const who of [
      'rcpt550',
      'rcpt551',
      'rcpt553',
      'rcpt554',
      'data550',
      'data552',
      'data554',
    ]) {
      const failure = await catchError(mailer.send(createMail({ address: `${who}@example.com` })))
      expect([who, failure instanceof Undeliverable]).toEqual([who, true])
      expect(failure.message).toContain(`${who.slice(4)}: no such person`)
    }
    // A rejection does not affect the next email on the same connection.
    expect((await mailer.send(createMail())).status).toBe('sent')
  })

  test('4xx is retryable', async () => {
    const mailer = openTestMailer((await refusing()).url)
    for (const who of [
      'rcpt421',
      'rcpt450',
      'rcpt451',
      'rcpt452',
      'data421',
      'data450',
      'data451',
    ]) {
      const failure = await catchError(mailer.send(createMail({ address: `${who}@example.com` })))
      expect([who, failure instanceof Undeliverable]).toEqual([who, false])
      expect(failure.message).toContain(`${who.slice(4)}: no such person`)
    }
    expect((await mailer.send(createMail())).status).toBe('sent')
  })

  test('an email above the server’s size limit is rejected for good', async () => {
    const server = await startServer({
      size: 500,
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(stream.sizeExceeded ? smtpReply(552, 'Too big') : null))
      },
    })
    expect(await catchError(openTestMailer(server.url).send(createMail()))).toBeInstanceOf(
      Undeliverable,
    )
  })

  test('a rejected sender is for the operator to fix', async () => {
    const server = await startServer({
      onMailFrom: (_address, _session, done) => done(smtpReply(550, 'Not your domain')),
    })
    const failure = await catchError(openTestMailer(server.url).send(createMail()))
    expect(failure).not.toBeInstanceOf(Undeliverable)
    expect(failure.message).toContain('ATELIER_MAIL_FROM: 550 Not your domain')
  })

  test('a refused login says so, without the password', async () => {
    const server = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(smtpReply(535, 'Bad login s3cret')),
    })
    const mailer = openTestMailer(server.url.replace('//', '//me:s3cret@'))
    const failure = await catchError(mailer.send(createMail()))
    expect(failure).not.toBeInstanceOf(Undeliverable)
    expect(failure.message).toContain('rejected the login')
    expect(failure.message).not.toContain('s3cret')
    const missing = await catchError(openTestMailer(server.url).send(createMail()))
    expect(missing).not.toBeInstanceOf(Undeliverable)
    expect(missing.message).toContain('rejected the login')
  })

  test('a correct login is accepted', async () => {
    const server = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss/word' ? done(null, { user: username }) : done(smtpReply(535, 'Bad')),
    })
    const mailer = openTestMailer(server.url.replace('//', '//me:p%40ss%2Fword@'))
    await mailer.send(createMail())
    expect(server.mails).toHaveLength(1)
  })

  test('a server that is unreachable, then back', async () => {
    const first = await startMailServer({}, await freePort())
    const mailer = openTestMailer(first.url)
    await mailer.send(createMail())
    await first.close()
    // The pooled connection may fail first, before a new one is refused.
    expect(await catchError(mailer.send(createMail()))).not.toBeInstanceOf(Undeliverable)
    const failure = await catchError(mailer.send(createMail()))
    expect(failure).not.toBeInstanceOf(Undeliverable)
    expect(failure.message).toContain('ECONNREFUSED')
    const second = await startMailServer({}, first.port)
    onTestFinished(() => second.close())
    expect((await mailer.send(createMail())).status).toBe('sent')
    expect(second.mails).toHaveLength(1)
  })
})
