import { requireJsonSize } from '../../http/json-size.ts'

/** Limits the size of the data that clients attach to a board or a task. */
export function checkExtra(extra: object | undefined): void {
  if (extra) requireJsonSize('extra', extra, 64)
}
