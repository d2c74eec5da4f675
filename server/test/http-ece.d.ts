/** The few parts that we use; the package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Parameters {
    version: string
    privateKey: ECDH
    authSecret: string
  }
  const ece: { decrypt(body: Buffer, parameters: Parameters): Buffer }
  export default ece
}
