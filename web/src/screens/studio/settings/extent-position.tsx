import { NumberField } from '../../../ui/number-field.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import styles from './settings.module.css'

interface Position {
  x: number
  y: number
}

interface Props {
  position: Position | undefined
  /** How far the image can be moved; undefined for a mask. */
  most: Position | undefined
  error: string | undefined
  onChange: (position: Position | undefined) => void
}

/** The position of the image in a larger canvas: centred or custom. */
export function ExtentPosition({ position, most, error, onChange }: Props) {
  return (
    <>
      <Toggle
        label="Centre the image"
        isSelected={position === undefined}
        onChange={(isMiddle) =>
          onChange(
            isMiddle
              ? undefined
              : { x: Math.floor((most?.x ?? 0) / 2), y: Math.floor((most?.y ?? 0) / 2) },
          )
        }
      />
      {position && (
        <div className={styles.two}>
          {(['x', 'y'] as const).map((axis) => (
            <NumberField
              key={axis}
              label={axis === 'x' ? 'From the left' : 'From the top'}
              minValue={0}
              maxValue={most?.[axis]}
              value={position[axis]}
              onChange={(value) => onChange({ ...position, [axis]: value || 0 })}
            />
          ))}
        </div>
      )}
      {error && <p className={styles.error}>{error}</p>}
    </>
  )
}
