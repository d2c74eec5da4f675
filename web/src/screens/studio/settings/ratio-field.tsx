import { Field } from '../../../ui/field.tsx'
import { ratioOf } from '../frame-geometry.ts'

export const ratios = ['1:1', '4:3', '3:2', '16:9', '21:9', '3:4', '2:3', '9:16']

interface Props {
  value: string
  error: string | undefined
  onChange: (ratio: string) => void
}

/** An aspect ratio that is not in the list. */
export function RatioField({ value, error, onChange }: Props) {
  return (
    <Field
      label="Aspect ratio"
      placeholder="5:4"
      value={value}
      error={error ?? (ratioOf(value) ? undefined : 'Use a ratio such as 16:9.')}
      onChange={onChange}
    />
  )
}
