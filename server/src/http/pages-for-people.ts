import { type ProblemCode, problems } from './problems.ts'

/** What a person sees who opens the address of the server in a browser. */
export function startPage(version: string, address: string): string {
  return page(
    'Atelier',
    `<h1>Atelier <small>${version}</small></h1>
    <p>One backend for AI agents and the people they work for. The server is up.</p>
    <ul>
      <li><a href="/docs">API reference</a>: every operation, with examples to try</li>
      <li><a href="/api/openapi.json">OpenAPI document</a>: for generators and tools</li>
      <li><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a>: for operators</li>
    </ul>
    <p>Try it with the key that the first start printed:</p>
    <pre>curl -H "Authorization: Api-Key $KEY" \\
  ${address}/api/v1/workspaces/current</pre>
    <p class="quiet">The console will live at this address. Until it does, everything is in the API.</p>`,
  )
}

export function problemPage(code: ProblemCode): string {
  const { status, title } = problems[code]
  return page(
    code,
    `<h1>${title}</h1>
    <p>Problem <code>${code}</code>, answered with status ${status}.
      The <code>detail</code> of the answer says what happened and what to do next;
      its <code>request_id</code> finds the request in the server’s log.</p>
    <p><a href="/docs">API reference</a></p>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <style>
    body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto 2rem; padding: 0 1.25rem; }
    h1 { font-size: 1.75rem; margin-bottom: 0.5rem; }
    small, .quiet { color: light-dark(#5b6470, #9aa4b2); font-weight: 400; }
    a { color: light-dark(#1d4ed8, #8ab4ff); }
    pre { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 0.5rem; background: light-dark(#f1f3f6, #1b2027); }
    code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
  </style>
</head>
<body>
    ${body}
</body>
</html>
`
}
