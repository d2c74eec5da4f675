interface Node {
  name: string
  type: string
  parameters: {
    method?: string
    url?: string
    jsonBody?: string
    conditions?: { conditions: { leftValue: string; rightValue: string }[] }
  }
}

interface Workflow {
  nodes: Node[]
  connections: Record<string, { main: { node: string }[][] }>
}

/** Runs the nodes that the example uses, as n8n would: HTTP requests, one condition, pauses. */
export async function runWorkflow(
  { nodes, connections }: Workflow,
  env: Record<string, string>,
  headers: Record<string, string>,
): Promise<unknown> {
  const results: Record<string, unknown> = {}
  let current: unknown = {}
  let next = nodes.find(({ type }) => type.endsWith('manualTrigger'))?.name
  while (next) {
    const name = next
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`there is no node ${name}`)
    const { method = 'GET', url, jsonBody, conditions } = node.parameters
    const fill = (text: string) => fillExpressions(text, { current, results, env })
    let branch = 0
    if (url) {
      const response = await fetch(fill(url), {
        method,
        headers: { ...headers, ...(jsonBody && { 'content-type': 'application/json' }) },
        ...(jsonBody && { body: fill(jsonBody) }),
      })
      current = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(current))
    } else if (conditions) {
      const isMet = conditions.conditions.every((one) => fill(one.leftValue) === one.rightValue)
      branch = isMet ? 0 : 1
    }
    results[name] = current
    next = connections[name]?.main[branch]?.[0]?.node
  }
  return current
}

interface Values {
  current: unknown
  results: Record<string, unknown>
  env: Record<string, string>
}

/** Supports `$json.path`, `$('Node').item.json.path` and `$env.NAME`. */
function fillExpressions(text: string, { current, results, env }: Values): string {
  return text.replace(/^=/, '').replaceAll(/\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const [, name] = /^\$\('(.+?)'\)\.item\.json\./.exec(expression) ?? []
    const path = expression.replace(/^(\$\('.+?'\)\.item\.json|\$json|\$env)\./, '')
    const from = expression.startsWith('$env') ? env : name ? results[name] : current
    return String(
      path
        .split(/[.[\]]+/)
        .filter(Boolean)
        .reduce((value, key) => (value as Record<string, unknown>)?.[key], from as unknown),
    )
  })
}
