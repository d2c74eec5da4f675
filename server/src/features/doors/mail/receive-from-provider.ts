import type { Deps } from '../../../deps.ts'
import { Problem, problem } from '../../../http/problem.ts'
import { handleOnce } from '../handle-once.ts'
import { type ProviderRequest, providers } from './inbound-providers.ts'
import { type MailOutcome, receiveMail } from './receive-mail.ts'

/** Verifies the request of a mail provider, then handles its mail. */
export async function receiveFromProvider(
  deps: Deps,
  provider: string,
  request: ProviderRequest,
): Promise<MailOutcome> {
  const read = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  if (!read) throw problem('route_not_found')
  try {
    const { mail, proof, token } = await read(deps, request)
    const receive = () => receiveMail(deps, mail, proof)
    if (token === undefined) return await receive()
    const handled = await handleOnce(deps, provider, token, receive)
    if (handled) return handled.result
    throw problem('callback_refused', { detail: 'The token was used before.' })
  } catch (error) {
    if (error instanceof Problem && error.code === 'callback_refused') {
      deps.log.warn({ provider, reason: error.detail }, 'inbound mail was refused')
    }
    throw error
  }
}
