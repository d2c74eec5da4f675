import type { Deps } from '../deps.ts'
import { readToken, signToken } from '../lib/signed-token.ts'

/**
 * Every link that acts in a person's name, or whose address alone is a secret, is made here and
 * nowhere else. Such a link goes to the one who is meant: into their mail, to the engine that calls
 * back, to the terminal, or once to the person who invites. It never stands in any other response,
 * in an event, a log or an error; `server/test/hostile/acting-links.test.ts` searches them all for
 * the secrets that were made here.
 */
const paths = {
  answer: (token: string) => `/answer/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  // Browsers do not send what is behind the #, so these are in no log of a proxy either.
  signIn: (token: string) => `/welcome#${token}`,
  callback: (token: string, engine = '') => `/api/v1/webhooks/${engine}/${token}`,
}

/** Links that say themselves whom they act for; the name is part of the signature. */
export type SignedLink = 'answer' | 'unsubscribe'

type Config = Pick<Deps['config'], 'publicUrl'>

export function signedLink(
  { config, linkSecrets }: { config: Config } & Pick<Deps, 'linkSecrets'>,
  kind: SignedLink,
  fields: readonly (string | number)[],
): string {
  const token = noted(signToken(linkSecrets[0] as string, kind, fields))
  return config.publicUrl + paths[kind](token)
}

/** What a signed link says, when we made it. */
export function readSignedLink(
  { linkSecrets }: Pick<Deps, 'linkSecrets'>,
  kind: SignedLink,
  token: string,
) {
  return readToken(linkSecrets, kind, token)
}

/** A secret for a link, of which the database keeps the hash. */
export function newLinkSecret({ random }: Pick<Deps, 'random'>, prefix = ''): string {
  return noted(prefix + random.secret(32))
}

export function signInLink({ config }: { config: Config }, token: string): string {
  return config.publicUrl + paths.signIn(token)
}

/** Where an engine elsewhere reports; each job has an address of its own. */
export function callbackLink(
  { config }: { config: Config },
  engine: string,
  token: string,
): string {
  return config.publicUrl + paths.callback(token, engine)
}

const hidden = '[link hidden]'
const actingPath = /\/(?:answer|unsubscribe)\/[\w-]+\.[\w-]{43}|\/(?:welcome|join)#at[wi]_/

/** A text of a mail for readers who must not act in the name of its addressee. */
export function hideActingLinks(text: string): string {
  // Word by word, so that no text makes this slow.
  return text
    .replaceAll(/[^\s"'<>]+/g, (word) => (actingPath.test(word) ? hidden : word))
    .replaceAll(`href="${hidden}"`, 'href="about:blank"')
}

const watchers = new Set<(secret: string) => void>()

/** For tests, which search for what was made here. Returns what to call in the end. */
export function watchLinkSecrets(onSecret: (secret: string) => void): () => void {
  watchers.add(onSecret)
  return () => void watchers.delete(onSecret)
}

function noted(secret: string): string {
  for (const watcher of watchers) watcher(secret)
  return secret
}
