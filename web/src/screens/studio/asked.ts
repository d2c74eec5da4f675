import { isTool, type Settings, type ToolId } from './tools.ts'

/**
 * What this browser has asked for, by task. The API tells of a task what came out and not what it was
 * given, so tasks of agents and of other browsers show only what their result says.
 */
const kept = 'atelier.studio.asked'
const most = 60

export interface Asked {
  task: string
  tool: ToolId
  picture: string
  settings: Settings
}

function all(): Asked[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(list) ? list.filter(({ tool }) => isTool(tool)) : []
  } catch {
    return []
  }
}

export function rememberAsked(asked: Asked): void {
  const others = all().filter(({ task }) => task !== asked.task)
  try {
    localStorage.setItem(kept, JSON.stringify([asked, ...others].slice(0, most)))
  } catch {
    // Without room, the next visit knows less; nothing else depends on it.
  }
}

export function askedFor(task: string | undefined): Asked | undefined {
  return task === undefined ? undefined : all().find((asked) => asked.task === task)
}
