import { invalid } from '../../http/problem.ts'
import { commonToolset } from './common/common-tool.ts'
import type { Tool } from './surface.ts'

/** The tools that a client chose to see. */
export interface Choice {
  /** Undefined without a choice: the common tools, which reach all others. */
  toolsets: ReadonlySet<string> | undefined
  readOnly: boolean
  /** Lists output schemas, and returns values as `structuredContent` instead of text. */
  isStructured: boolean
}

/** What clients see without a choice. The others are reached with find_tools and call_tool. */
export const shownToolset = commonToolset

/** "Board tasks" is the toolset board-tasks. */
export function nameToolset(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

/** From `/mcp?toolsets=boards,tasks&readonly=true`, or the header `X-Atelier-Toolsets`. */
export function readChoice(
  query: Record<string, unknown>,
  header: string | undefined,
  known: ReadonlySet<string>,
): Choice {
  const wanted = [query.toolsets ?? header ?? []].flat().join(',')
  const names = wanted.split(',').map((name) => name.trim().toLowerCase())
  const chosen = names.filter((name) => name !== '')
  for (const name of chosen) {
    if (name !== 'all' && !known.has(name)) {
      throw invalid('toolsets', `"${name}" is not one of: all, ${[...known].join(', ')}`)
    }
  }
  return {
    toolsets: chosen.length === 0 ? undefined : chosen.includes('all') ? known : new Set(chosen),
    readOnly: readFlag('readonly', query.readonly),
    isStructured: readFlag('structured', query.structured),
  }
}

function readFlag(name: string, value: unknown): boolean {
  if (value === undefined || value === 'false') return false
  if (value === 'true' || value === '') return true
  throw invalid(name, 'must be true or false')
}

/** A choice is binding: tools outside of it cannot be called. */
export function isWithin({ toolsets, readOnly }: Choice, tool: Tool): boolean {
  if (readOnly && !tool.isReadOnly) return false
  if (toolsets === undefined || tool.toolset === undefined) return true
  return [...toolsets].some((name) => belongsTo(tool, name))
}

export function belongsTo({ toolset, alsoIn }: Tool, name: string): boolean {
  return toolset === name || alsoIn === name
}
