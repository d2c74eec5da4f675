import type { RulesetDefinition } from '@stoplight/spectral-core'
import owaspModule from '@stoplight/spectral-owasp-ruleset'
import rulesets from '@stoplight/spectral-rulesets'

/** All available rules; each disabled, narrowed or excepted rule has its reason beside it. */
// The package is CommonJS; Node wraps its default export in another one.
const owasp = (owaspModule as unknown as { default: typeof owaspModule }).default ?? owaspModule
const owaspRules = (owasp as unknown as { rules: Record<string, object> }).rules

/** Limits protect the service from its input; the size of a response follows from that input. */
function onlyReceived(rule: string, type: string) {
  const places = ['$.paths[*][*].parameters', '$.paths[*][*].requestBody']
  const tests = [
    `@ && @.type=="${type}"`,
    `@ && @.type && @.type.constructor.name === "Array" && @.type.includes("${type}")`,
  ]
  const given = places.flatMap((place) => tests.map((test) => `${place}..[?(${test})]`))
  return { [rule]: { ...owaspRules[rule], given } }
}

export const spectralRules = {
  extends: [
    [rulesets.oas, 'all'],
    [owasp, 'all'],
  ],
  rules: {
    ...onlyReceived('owasp:api4:2023-string-limit', 'string'),
    ...onlyReceived('owasp:api4:2023-integer-limit', 'integer'),
    ...onlyReceived('owasp:api4:2023-array-limit', 'array'),
    // Titles, messages and names are free text: a pattern that accepts everything says nothing.
    // Strings with a fixed form have a pattern, format or enum.
    'owasp:api4:2023-string-restricted': 'off',
    // Redocly checks every example against its schema, so Spectral need not do it a second time.
    'oas3-valid-media-example': 'off',
    'oas3-valid-schema-example': 'off',
    // The contract and its clients identify people, comments, posts and spaces by numbers. Guessing
    // one gains nothing: resources that the caller may not see look as if they didn't exist.
    'owasp:api1:2023-no-numeric-ids': 'off',
    // CORS headers depend on ATELIER_ALLOWED_ORIGINS; without it, browsers block other origins.
    'owasp:api8:2023-define-cors-origin': 'off',
    // Users contact the operator of their service, whom we don't know.
    'info-contact': 'off',
    // OpenAPI 3.1 allows either this or the SPDX identifier, and we use the identifier.
    'license-url': 'off',
    // Sorted in the order in which users meet them.
    'openapi-tags-alphabetical': 'off',
  },
} as unknown as RulesetDefinition

/** These work without a credential: the caller has a signed link or is about to sign in. */
const signedLink =
  '/answer/{token}|/unsubscribe/{token}|/files/*|/api/v1/webhooks/{provider}/{token}|/services/{team}/{hook}/{secret}|/api/v1/hooks/{token}'
const oneTimeLink =
  '/api/v1/auth/browser/link|/api/v1/auth/browser/link/look-up|/api/v1/auth/browser/forgotten'
const invitation = '/api/v1/workspaces/invitations/(accept|lookup)'
const signingIn = `/api/v1/auth/login|/api/v1/auth/refresh|/api/v1/auth/browser|${oneTimeLink}|${invitation}`
const sample = '/api/v1/voices/{voice_id}/sample'
/** Requests of chat apps and mail providers, which sign them or send a secret. */
const signedRequest =
  '/api/v1/doors/slack/{id}|/api/v1/doors/telegram/{id}|/api/v1/doors/discord/{id}|/api/v1/inbound-mail/{provider}'
const publicKeys = '/.well-known/atelier-keys.json'

/** Known findings, each with the reason why it stays. */
export const exceptions: { rule: string; where: RegExp; why: string }[] = [
  {
    rule: 'no-unused-components',
    where: /\/components\/schemas\/\w+Result$/,
    why: 'The result of a task, to which `x-task-result` of the operation refers.',
  },
  {
    rule: 'operation-2xx-response',
    where: under('/api/v1/ws'),
    why: 'A WebSocket upgrade returns 101.',
  },
  {
    rule: 'operation-4xx-response',
    where: under(publicKeys),
    why: 'It takes no input and needs no credential.',
  },
  {
    rule: 'operation-success-response',
    where: under('/api/v1/ws'),
    why: 'A WebSocket upgrade returns 101.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    where: under(`${signedLink}|${signingIn}|${signedRequest}`),
    why: 'The signature of the link or request, the password or the refresh token is the credential.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    where: under(`${signedLink}|${sample}|${publicKeys}`),
    why: 'The signature of the link is the credential; samples of built-in voices and keys are public.',
  },
  {
    rule: 'owasp:api2:2023-no-credentials-in-url',
    where: under(signedLink),
    why: 'A link in an email has no headers. Its token opens one resource and expires.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    where: /\/responses\/401$/,
    why: 'Requests are counted per credential, and this operation has none.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    where: under(`${signedLink}|${signingIn}|${sample}|${signedRequest}|${publicKeys}`),
    why: 'Requests are counted per credential. Password attempts are throttled with 429.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit-responses-429',
    where: under(`${signedLink}|${sample}|/api/v1/auth/refresh|${signedRequest}|${publicKeys}`),
    why: 'An attacker would have to guess a signature or 256 random bits.',
  },
  {
    rule: 'owasp:api8:2023-define-error-responses-401',
    where: under(`${signedLink}|${sample}|${oneTimeLink}|${invitation}|${publicKeys}`),
    why: 'These need no credential; an invalid link is a 403, 404 or 410.',
  },
  {
    rule: 'owasp:api8:2023-define-error-validation',
    where: under(`${signedLink}|${sample}|${publicKeys}`),
    why: 'Browsers get a page, even for invalid input; files are bytes.',
  },
]

function under(paths: string): RegExp {
  const escaped = paths.split('|').map((path) => path.replaceAll(/[{}*]/g, '\\$&'))
  return new RegExp(`^/paths/(${escaped.join('|')})/`)
}
