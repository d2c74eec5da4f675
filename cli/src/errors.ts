/** The installation is well, but something has to be done first; the message says what. */
export class NotReady extends Error {}

/** What a server said no to, in its own words. */
export class ServerRefused extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
