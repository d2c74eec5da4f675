import type { Deps } from '../../deps.ts'
import { replyToken } from '../../lib/reply-token.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'

/**
 * Only this file creates links that act in a person's name or whose URL is itself a secret. Such a
 * link goes only to its recipient: into their email, to the engine that calls back, to the
 * terminal, or once to the person who invites. It never appears in any other response, event, log
 * or error; `server/test/hostile/acting-links.test.ts` searches all of them for the secrets created
 * here.
 */
const paths = {
  answer: (token: string) => `/answer/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  // Browsers do not send the fragment, so these tokens don't appear in proxy logs.
  signIn: (token: string) => `/welcome#${token}`,
  callback: (token: string, engine = '') => `/api/v1/webhooks/${engine}/${token}`,
}

/** Links that name the person they act for; the name is part of the signature. */
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

/** Returns the fields of a signed link if we created it. */
export function readSignedLink(
  { linkSecrets }: Pick<Deps, 'linkSecrets'>,
  kind: SignedLink,
  token: string,
) {
  return readToken(linkSecrets, kind, token)
}

/** The address for replies to a question's email. A reply counts only with proof of its sender. */
export function replyAddress(
  {
    config,
    linkSecrets,
  }: { config: Pick<Deps['config'], 'inboundMail'> } & Pick<Deps, 'linkSecrets'>,
  { questionId, userId }: { questionId: string; userId: number },
): string | undefined {
  const [local, domain] = config.inboundMail.replyAddress?.split('@') ?? []
  if (!local || !domain) return undefined
  return `${local}+${noted(replyToken(linkSecrets[0] as string, questionId, userId))}@${domain}`
}

/** A secret for a link. The database stores only its hash. */
export function newLinkSecret({ random }: Pick<Deps, 'random'>, prefix = ''): string {
  return noted(prefix + random.secret(32))
}

export function signInLink({ config }: { config: Config }, token: string): string {
  return config.publicUrl + paths.signIn(token)
}

/** The URL where an external engine reports; each job has its own. */
export function callbackLink(
  { config }: { config: Config },
  engine: string,
  token: string,
): string {
  return config.publicUrl + paths.callback(token, engine)
}

const hidden = '[link hidden]'
const actingPath = /\/(?:answer|unsubscribe)\/[\w-]+\.[\w-]{43}|\/(?:welcome|join)#at[wi]_/

/** Hides links in an email's text from readers who must not act in the recipient's name. */
export function hideActingLinks(text: string): string {
  // Goes word by word, so no text can make this slow.
  return text
    .replaceAll(/[^\s"'<>]+/g, (word) => (actingPath.test(word) ? hidden : word))
    .replaceAll(`href="${hidden}"`, 'href="about:blank"')
}

const purpose = 'link in an email'

/** Encrypts the tokens of links in an email before it is stored. */
export function sealActingLinks({ secrets }: Pick<Deps, 'secrets'>, text: string): string {
  return text.replaceAll(
    /\/(answer|unsubscribe)\/([\w-]{1,200}\.[\w-]{43})/g,
    (_link, kind, token) => `/${kind}/${secrets.toStored(token, purpose)}`,
  )
}

export function openActingLinks({ secrets }: Pick<Deps, 'secrets'>, text: string): string {
  return text.replaceAll(
    /\/(answer|unsubscribe)\/(sealed:[io]\.[\w-]{1,500})/g,
    (link, kind, sealed) => {
      try {
        return `/${kind}/${secrets.fromStored(sealed, purpose)}`
      } catch {
        return link // It only looks like one of ours.
      }
    },
  )
}

const watchers = new Set<(secret: string) => void>()

/** For tests, which search for these secrets. Returns a function that stops watching. */
export function watchLinkSecrets(onSecret: (secret: string) => void): () => void {
  watchers.add(onSecret)
  return () => void watchers.delete(onSecret)
}

function noted(secret: string): string {
  for (const watcher of watchers) watcher(secret)
  return secret
}
