import { requireJsonSize } from '../../http/json-size.ts'

/** What clients keep of their own with a board or a task. */
export function checkExtra(extra: object | undefined): void {
  if (extra) requireJsonSize('extra', extra, 64)
}
