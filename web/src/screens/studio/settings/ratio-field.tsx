import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { parseRatio } from '../frame-geometry.ts'

export const ratios = ['1:1', '4:3', '3:2', '16:9', '21:9', '3:4', '2:3', '9:16']

/**
 * Which choice a ratio belongs to: one of the list, or `own`. Someone who types a ratio keeps the
 * field, even if what they have typed so far is in the list.
 */
export function useRatioChoice(ratio: string | undefined) {
  const [isOwn, setOwn] = useState(false)
  const isListed = ratio !== undefined && ratios.includes(ratio)
  const choice = isListed && !isOwn ? ratio : 'own'
  return { choice, choose: (id: string) => setOwn(id === 'own') }
}

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
      error={writeMessage(value) ?? error}
      onChange={onChange}
    />
  )
}

function writeMessage(value: string): string | undefined {
  if (parseRatio(value)) return undefined
  return value.trim() === '' ? 'Enter a ratio.' : 'Enter width and height, such as 16:9.'
}
