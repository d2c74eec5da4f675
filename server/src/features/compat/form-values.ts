import { invalid } from '../../http/problem.ts'
import type { ReceivedForm } from '../assets/receive-form.ts'

/** Typed access to the fields of a form. Empty fields count as missing, as clients mean them. */
export function readValues({ fields }: Pick<ReceivedForm, 'fields'>) {
  const text = (name: string): string | undefined => fields.get(name)?.at(-1) || undefined

  return {
    text,
    list: (name: string): string[] => [
      ...(fields.get(`${name}[]`) ?? []),
      ...(fields.get(name) ?? []),
    ],
    oneOf: <Value extends string>(name: string, allowed: readonly Value[], usual: Value): Value => {
      const given = text(name) ?? usual
      if ((allowed as readonly string[]).includes(given)) return given as Value
      throw invalid(name, `must be one of ${allowed.join(', ')}`)
    },
    integer: (name: string, usual: number, [min, max]: [number, number]): number => {
      const given = Number(text(name) ?? usual)
      if (Number.isInteger(given) && given >= min && given <= max) return given
      throw invalid(name, `must be a whole number from ${min} to ${max}`)
    },
    flag: (name: string): boolean => /^(true|1)$/i.test(text(name) ?? ''),
  }
}
