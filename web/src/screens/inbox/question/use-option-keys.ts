import { type Keys, useKeys } from '../../../app/use-keys.ts'

/** The keys 1 to 9 choose the first nine options. */
export function useOptionKeys(
  isEnabled: boolean,
  options: readonly { value: string }[],
  onChoose: (value: string) => void,
): void {
  const shown = isEnabled ? options.slice(0, 9) : []
  const keys: Keys = Object.fromEntries(
    shown.map(({ value }, index) => [String(index + 1), () => onChoose(value)]),
  )
  useKeys(keys)
}
