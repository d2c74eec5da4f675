import type { Deps } from '../../deps.ts'
import { forgetUpdate, markHandled, takeUpdate } from './update-queries.ts'

/**
 * Handles an update of an app or mail provider once, however often it is sent. Undefined if it was
 * handled before. If handling fails or the process dies, the next repeat is handled.
 */
export async function handleOnce<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  scope: string,
  updateId: string,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  const update = { scope, updateId: updateId.slice(0, 500) }
  if (!(await takeUpdate(db.system, update, clock()))) return undefined
  let result: T
  try {
    result = await work()
  } catch (error) {
    await forgetUpdate(db.system, update)
    throw error
  }
  await markHandled(db.system, update, clock())
  return { result }
}
