import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../lib/escape-html.ts'
import { type ProblemCode, problems } from '../problems.ts'

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
  const policy = formPolicy(leadsTo === undefined ? '' : ` ${readSource(leadsTo)}`.trimEnd())
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' })
    .send(html)
}

/** A source expression in which no character can end the directive or start another. */
const source = /^[a-z][a-z0-9+.-]*:(\/\/([\w.-]+|\[[0-9a-f:.]+\])(:\d+)?)?$/

/** An origin, or the scheme of a program on the person's machine. */
function readSource(url: string): string {
  const { origin, protocol } = new URL(url)
  const found = origin === 'null' ? protocol : origin
  // The browser then does not follow the form there.
  return source.test(found) ? found : ''
}

/** The page shown if the console has not been built. */
export function startPage(version: string, url: string): string {
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
  ${url}/api/v1/workspaces/current</pre>
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

const logo =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#5253d4"/><path d="M9 23 16 8l7 15M11.8 17.5h8.4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The colours and sizes of the console. */
const styles = `
    :root { color-scheme: light dark; --ground: light-dark(#fbfbfc, #111216); --surface: light-dark(#fff, #18191f);
      --sunken: light-dark(#f3f4f6, #0c0d10); --line: light-dark(#e4e6eb, #2a2d35); --field-line: light-dark(#868e9c, #6d7584);
      --text: light-dark(#16181d, #eceef2); --soft: light-dark(#565d6b, #a3abb9); --accent: light-dark(#5253d4, #9c9eff);
      --accent-strong: light-dark(#4344b8, #b4b6ff); --accent-soft: light-dark(#ecedfd, #26274a);
      --on-accent: light-dark(#fff, #14151c); --bad: light-dark(#c0322b, #ff8a82); --bad-soft: light-dark(#fdeceb, #3c1a18);
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
    * { box-sizing: border-box; }
    body { display: grid; gap: 18px; width: min(100% - 32px, 480px); margin: max(24px, 9vh) auto 32px;
      background: var(--ground); color: var(--text);
      font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
    body:has(pre, table) { width: min(100% - 32px, 680px); }
    .brand { display: flex; align-items: center; gap: 10px; font-weight: 600; }
    main { min-width: 0; padding: 26px 28px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface);
      box-shadow: 0 1px 2px light-dark(#1018280d, #0006); overflow-wrap: anywhere; }
    main > :first-child { margin-top: 0; } main > :last-child { margin-bottom: 0; }
    h1 { margin: 0 0 10px; font-size: 21px; line-height: 1.3; } h2 { font-size: 16px; }
    small, .quiet { color: var(--soft); font-weight: 400; } .quiet { font-size: 14px; }
    a { color: var(--accent); }
    pre { overflow-x: auto; padding: 12px 14px; border-radius: 8px; background: var(--sunken); }
    code, pre { font: 13px/1.5 var(--mono); }
    blockquote { margin: 16px 0; padding-inline-start: 14px; border-inline-start: 3px solid var(--line); }
    table { border-collapse: collapse; } th, td { padding: 6px 12px; border: 1px solid var(--line); text-align: start; }
    ul { padding-inline-start: 20px; } li + li { margin-top: 3px; }
    ul.checks { display: grid; gap: 6px; padding: 0; list-style: none; }
    ul.checks li { position: relative; margin: 0; padding-inline-start: 24px; }
    ul.checks li::before { content: "✓"; position: absolute; inset-inline-start: 2px; color: var(--accent); font-weight: 700; }
    [role="alert"] { padding: 10px 14px; border-radius: 8px; background: var(--bad-soft); color: var(--bad); }
    form { display: grid; gap: 14px; margin: 20px 0; }
    fieldset { display: grid; gap: 6px; min-width: 0; margin: 0; padding: 0; border: 0; }
    legend { margin-bottom: 6px; padding: 0; font-size: 14px; font-weight: 500; }
    label { display: grid; gap: 5px; font-size: 14px; font-weight: 500; }
    label.option { display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; font-weight: 400; cursor: pointer; }
    label.option:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
    input { margin: 0; accent-color: var(--accent); }
    textarea, select, input:not([type=checkbox], [type=radio]) { width: 100%; min-height: 40px; padding: 8px 11px; border: 1px solid var(--field-line);
      border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-weight: 400; }
    .buttons { display: flex; flex-wrap: wrap; gap: 8px; }
    button { min-height: 44px; padding: 0 18px; border: 1px solid var(--field-line); border-radius: 8px; background: var(--surface);
      color: var(--text); font: inherit; font-weight: 500; cursor: pointer; }
    button.first { flex: 1 1 auto; border-color: transparent; background: var(--accent); color: var(--on-accent); }
    button.first:hover { background: var(--accent-strong); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    @media (max-width: 480px) { main { padding: 20px 18px; } }`

/** A page of ours without scripts. `title` is text; `body` is HTML that is already safe. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(title)}</title>
  <style>${styles}
  </style>
</head>
<body>
    <header class="brand">${logo} Atelier</header>
    <main>
    ${body}
    </main>
</body>
</html>
`
}
