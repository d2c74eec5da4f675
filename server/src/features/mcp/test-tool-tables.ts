import type { Tool } from './surface.ts'
import { belongsTo } from './toolset-choice.ts'

/** Tables of docs/mcp.md that the code knows. */
export function commonTable(tools: readonly Tool[]): string {
  const rows = tools
    .filter((tool) => belongsTo(tool, 'common'))
    .map(({ definition }) => `| \`${definition.name}\` | ${definition.title} |`)
  return ['| Tool | What it does |', '|---|---|', ...rows].join('\n')
}

export function toolsetTable(tools: readonly Tool[]): string {
  const names = [...new Set(tools.flatMap(({ toolset, alsoIn }) => [toolset, alsoIn ?? toolset]))]
  const rows = names.map((name) => {
    const own = tools.filter((tool) => belongsTo(tool, name as string))
    return `| \`${name}\` | ${own.length} | ${countTokens(own)} |`
  })
  return ['| Toolset | Tools | Tokens |', '|---|---|---|', ...rows].join('\n')
}

/** Four bytes each, to the next hundred. */
function countTokens(tools: readonly Tool[]): string {
  const { length } = JSON.stringify(tools.map(({ definition }) => definition))
  return (Math.ceil(length / 400) * 100).toLocaleString('en-US')
}
