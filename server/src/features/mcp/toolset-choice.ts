import { invalid } from '../../http/problem.ts'
import type { Tool } from './surface.ts'

/** The tools that a client chose to see. */
export interface Choice {
  /** Undefined without a choice: the default set, and tools to enable more. */
  toolsets: ReadonlySet<string> | undefined
  readOnly: boolean
}

/** The tools that most agents need; one call enables more. */
export const defaultToolsets: ReadonlySet<string> = new Set([
  'workspaces',
  'tasks',
  'assets',
  'image-tools',
  'projects',
  'board-tasks',
  'notifications',
  'questions',
])

/** "Board tasks" is the toolset board-tasks. */
export function toolsetOf(tag: string): string {
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
    readOnly: readFlag(query.readonly),
  }
}

function readFlag(value: unknown): boolean {
  if (value === undefined || value === 'false') return false
  if (value === 'true' || value === '') return true
  throw invalid('readonly', 'must be true or false')
}

/** A choice is binding: tools outside of it cannot be called. */
export function isWithin({ toolsets, readOnly }: Choice, tool: Tool): boolean {
  if (readOnly && !tool.isReadOnly) return false
  return toolsets === undefined || tool.toolset === undefined || toolsets.has(tool.toolset)
}
