import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** All processes of this machine. The start time tells apart processes that had the same id. */
export function listProcesses() {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs()
}

/** Some processes, and all that descend from them. */
export function descendantsOf(some, all) {
  const found = new Set(some.map(({ id }) => id))
  // A parent may come after its children in the list.
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const { id, parent } of all) if (found.has(parent)) found.add(id)
  }
  return all.filter(({ id }) => found.has(id))
}

function fromProc() {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program stands in parentheses and may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // It has ended, and its parent has not noticed yet.
      if (fields[0] === 'Z') return []
      return [{ id: Number(name), parent: Number(fields[1]), startedAt: fields[19] }]
    } catch {
      return [] // it has just ended
    }
  })
}

function fromPs() {
  const lines = execFileSync('ps', ['-Ao', 'pid=,ppid=,lstart='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, id, parent, startedAt] = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? []
    return id ? [{ id: Number(id), parent: Number(parent), startedAt }] : []
  })
}
