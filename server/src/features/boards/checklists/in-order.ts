import type { ChecklistItem } from '../tasks/schemas.ts'

/** Order keys are compared byte by byte, not by locale. */
export function inOrder(a: ChecklistItem, b: ChecklistItem): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0
}
