import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../lib/escape-html.ts'
import { type ProblemCode, problems } from './problems.ts'

/** For pages with a form: they load nothing, and the form can only be sent to us. */
const formPolicy = (leadsTo: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${leadsTo}; base-uri 'none'; frame-ancestors 'none'`

/** A page for a person, and its status. */
export interface PageAnswer {
  status: number
  html: string
}

/** `leadsTo` is where the form's response redirects; browsers apply `form-action` to it too. */
export function sendPage(
  reply: FastifyReply,
  { status, html }: PageAnswer,
  leadsTo?: string,
): FastifyReply {
  const policy = formPolicy(leadsTo === undefined ? '' : ` ${sourceOf(leadsTo)}`)
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' })
    .send(html)
}

/** An origin, or the scheme of a program on the person's machine. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}

/** The page shown if the console has not been built. */
export function startPage(version: string, address: string): string {
  return page(
    'Atelier',
    `<h1>Atelier <small>${version}</small></h1>
    <p>One backend for AI agents and the people they work for. The server is running.</p>
    <ul>
      <li><a href="/docs">Documentation</a>: tutorials, guides and reference</li>
      <li><a href="/docs/api">API reference</a>: every operation, with examples to try</li>
      <li><a href="/api/openapi.json">OpenAPI document</a>: for generators and tools</li>
      <li><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a>: for operators</li>
    </ul>
    <p>Try it with the API key printed at the first start:</p>
    <pre>curl -H "Authorization: Api-Key $KEY" \\
  ${address}/api/v1/workspaces/current</pre>
    <p class="quiet">The console has not been built yet. Stop the server, then start it with
      <code>npm start</code>, which builds it, or run <code>npm run build</code> first.</p>`,
  )
}

export function problemPage(code: ProblemCode): string {
  const { status, title } = problems[code]
  return page(
    code,
    `<h1>${title}</h1>
    <p>Error code <code>${code}</code>, HTTP status ${status}.
      The <code>detail</code> field says what happened and what to do next.
      The <code>request_id</code> identifies the request in the server’s log.</p>
    <p><a href="/docs/errors">All error codes</a> · <a href="/docs/api">API reference</a></p>`,
  )
}

/** A page of ours without scripts. `title` is text; `body` is HTML that is already safe. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(title)}</title>
  <style>
    body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto 2rem; padding: 0 1.25rem; }
    h1 { font-size: 1.75rem; margin-bottom: 0.5rem; }
    small, .quiet { color: light-dark(#5b6470, #9aa4b2); font-weight: 400; }
    a { color: light-dark(#5253d4, #a9abff); }
    pre { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 0.5rem; background: light-dark(#f1f3f6, #1b2027); }
    code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
    blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid light-dark(#d5dae1, #3a424d); }
    table { border-collapse: collapse; } th, td { padding: 0.35rem 0.75rem; border: 1px solid light-dark(#d5dae1, #3a424d); text-align: start; }
    form { margin: 1.5rem 0; display: grid; gap: 1rem; }
    fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 0.25rem; }
    label { display: grid; gap: 0.35rem; } label.option { display: flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; } input { accent-color: light-dark(#5253d4, #a9abff); margin: 0; }
    textarea, select, input:not([type=checkbox], [type=radio]) { font: inherit; padding: 0.6rem 0.75rem; border-radius: 0.5rem; border: 1px solid light-dark(#8b95a3, #6b7684); background: transparent; color: inherit; }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
    button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 0.5rem; cursor: pointer;
      border: 1px solid light-dark(#5253d4, #a9abff); background: transparent; color: light-dark(#5253d4, #a9abff); }
    button.first { background: light-dark(#5253d4, #a9abff); color: light-dark(#fff, #14151c); }
    :focus-visible { outline: 3px solid light-dark(#a9abff, #5d5fde); outline-offset: 2px; }
  </style>
</head>
<body>
    ${body}
</body>
</html>
`
}
