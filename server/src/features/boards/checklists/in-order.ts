import type { ChecklistItem } from '../tasks/schemas.ts'

/** Keys of order are compared byte by byte, not by the rules of a language. */
export function inOrder(a: ChecklistItem, b: ChecklistItem): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0
}
