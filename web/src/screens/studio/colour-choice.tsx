import { lazy, Suspense } from 'react'
import { Button, DialogTrigger, Label, Popover, Radio, RadioGroup } from 'react-aria-components'
import field from '../../ui/field.module.css'
import popover from '../../ui/popover.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './colour-choice.module.css'

const AnyColour = lazy(async () => ({ default: (await import('./any-colour.tsx')).AnyColour }))

interface Props {
  label: string
  /** #rrggbb; undefined is transparent. */
  value: string | undefined
  error?: string | undefined
  isTransparentOffered?: boolean
  onChange: (colour: string | undefined) => void
}

const white = '#ffffff'
const black = '#000000'

/** Transparent, white, black or a custom colour. */
export function ColourChoice({
  label,
  value,
  error,
  isTransparentOffered = true,
  onChange,
}: Props) {
  const isOther = value !== undefined && value !== white && value !== black
  return (
    <div className={field.field}>
      <RadioGroup
        className={field.field}
        orientation="horizontal"
        value={value ?? 'none'}
        onChange={(id) => onChange(id === 'none' ? undefined : id)}
      >
        <Label className={field.label}>{label}</Label>
        <div className={styles.row}>
          {isTransparentOffered && (
            <Radio value="none" className={styles.swatch} aria-label="Transparent">
              <span className={styles.checks} />
            </Radio>
          )}
          <Radio value={white} className={styles.swatch} aria-label="White">
            <span style={{ background: white }} />
          </Radio>
          <Radio value={black} className={styles.swatch} aria-label="Black">
            <span style={{ background: black }} />
          </Radio>
          {isOther && (
            <Radio value={value} className={styles.swatch} aria-label={`Colour ${value}`}>
              <span style={{ background: value }} />
            </Radio>
          )}
          <DialogTrigger>
            <Button className={styles.other}>{isOther ? value : 'Other …'}</Button>
            <Popover className={popover.popover} placement="bottom end">
              <Suspense fallback={<Skeleton width={208} height={250} />}>
                <AnyColour value={isOther ? value : '#5253d4'} onChange={onChange} />
              </Suspense>
            </Popover>
          </DialogTrigger>
        </div>
      </RadioGroup>
      {error && <p className={field.error}>{error}</p>}
    </div>
  )
}
