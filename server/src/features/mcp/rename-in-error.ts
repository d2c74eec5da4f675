import { invalid, type Problem } from '../../http/problem.ts'

/**
 * For an argument that the operation calls otherwise: its error names the argument of the tool. A
 * `from` with a dot at the end is a prefix, and the rest of the path is the argument's name.
 */
export function renameInError(from: string, to = '', advice = ''): (error: unknown) => never {
  return (error) => {
    const { errors = [] } = error as Partial<Problem>
    const isMatch = from.endsWith('.')
      ? (path: string) => path.startsWith(from) && path.length > from.length
      : (path: string) => path === from
    const about = errors.find(({ path }) => isMatch(path))
    throw about ? invalid(to + about.path.slice(from.length), `${about.message}${advice}`) : error
  }
}
