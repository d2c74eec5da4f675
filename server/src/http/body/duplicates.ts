import { problem } from '../problem.ts'
import type { ProblemCode } from '../problems.ts'

/**
 * Turns the violation of one unique index into a problem: `.catch(duplicate('teamspaces_…', …))`.
 * Checking first would leave a gap in which two requests both find the name free.
 */
export function duplicate(index: string, code: ProblemCode, detail: string) {
  return (error: { code?: string; constraint?: string }): never => {
    const isIt = error.code === '23505' && error.constraint === index
    throw isIt ? problem(code, { detail }) : error
  }
}
