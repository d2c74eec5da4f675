import { Check } from 'lucide-react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import field from '../../ui/field.module.css'
import styles from './colour-field.module.css'

/** The server's default colours, so that chosen ones match existing ones. */
export const colours = [
  { id: '#9AA0A6', label: 'Grey' },
  { id: '#4C8BF5', label: 'Blue' },
  { id: '#3DA35D', label: 'Green' },
  { id: '#F2A33A', label: 'Amber' },
  { id: '#D9534F', label: 'Red' },
  { id: '#8E5BD0', label: 'Violet' },
  { id: '#1FA8A0', label: 'Teal' },
  { id: '#C2568F', label: 'Pink' },
  { id: '#7A8450', label: 'Olive' },
] as const

interface Props {
  /** #rrggbb */
  value: string
  onChange: (colour: string) => void
}

/** The colour of a column or a tag. Offers a custom colour that was set through the API as well. */
export function ColourField({ value, onChange }: Props) {
  const isOurs = colours.some(({ id }) => id === value.toUpperCase())
  const offered = isOurs ? colours : [...colours, { id: value, label: value }]
  return (
    <RadioGroup
      value={isOurs ? value.toUpperCase() : value}
      onChange={onChange}
      orientation="horizontal"
      className={field.field}
    >
      <Label className={field.label}>Colour</Label>
      <div className={styles.row}>
        {offered.map(({ id, label }) => (
          <Radio key={id} value={id} aria-label={label} className={styles.swatch}>
            <span className={styles.colour} style={{ backgroundColor: id }}>
              <Check size={14} aria-hidden strokeWidth={3} />
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
