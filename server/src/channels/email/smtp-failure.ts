import { Undeliverable } from '../channel.ts'
import { oneLine } from './clean-text.ts'

/** The error that nodemailer throws; see its list of codes. */
interface ClientError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

const refusedLogin = [530, 534, 535, 538]

/**
 * Classifies a failed attempt. `Undeliverable`: the server rejects this recipient or message
 * permanently. Other errors are temporary or the operator can fix them, so the queue retries.
 */
export function smtpFailure(error: unknown): Error {
  const { code, command, response, responseCode = 0, message } = error as ClientError
  const said = oneLine(response ?? message, 500)
  if (code === 'EAUTH' || code === 'ENOAUTH' || refusedLogin.includes(responseCode)) {
    // The server's response stays in the cause, for the log: servers repeat parts of the login.
    const text =
      'The mail server rejected the login. Ask the operator to check the user name and password in ATELIER_SMTP_URL.'
    return new Error(text, { cause: error })
  }
  if (code === 'EMESSAGE' && responseCode === 0 && /size/.test(message)) {
    return new Undeliverable(`The email is too large for the mail server: ${said}`, {
      cause: error,
    })
  }
  if (!isForGood(responseCode)) {
    return new Error(`The mail server did not accept the email: ${said}`, { cause: error })
  }
  if (command === 'MAIL FROM' && responseCode !== 552) {
    const text = `The mail server does not allow sending from ATELIER_MAIL_FROM: ${said}`
    return new Error(text, { cause: error })
  }
  if (command === 'RCPT TO' || command === 'DATA' || responseCode === 552) {
    return new Undeliverable(`The mail server rejected the email: ${said}`, { cause: error })
  }
  return new Error(`The mail server did not accept the email: ${said}`, { cause: error })
}

/** 5xx is permanent, except 503, which only means a wrong sequence of commands. */
function isForGood(code: number): boolean {
  return code >= 500 && code < 600 && code !== 503
}
