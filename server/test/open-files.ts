import { existsSync, readdirSync, readlinkSync } from 'node:fs'

/** The open files of this process in a folder. Connections to the database come and go by themselves. */
export function countOpenFiles(folder: string): number {
  if (!existsSync('/proc/self/fd')) return 0
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}
