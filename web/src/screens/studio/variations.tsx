import { Check } from 'lucide-react'
import { Radio, RadioGroup } from 'react-aria-components'
import { fileUrl } from '../../app/file-url.ts'
import type { ResultPicture } from './tool-result.ts'
import styles from './variations.module.css'

interface Props {
  pictures: ResultPicture[]
  chosen: number
  onChoose: (index: number) => void
  /** Called if one of them no longer exists. */
  onGone: () => void
}

/** All variations side by side, to select one. */
export function Variations({ pictures, chosen, onChoose, onGone }: Props) {
  return (
    <RadioGroup
      aria-label="Variations"
      value={String(chosen)}
      onChange={(index) => onChoose(Number(index))}
      className={`${styles.all} ${pictures.length === 1 ? styles.one : ''}`}
    >
      {pictures.map((picture, index) => (
        <Radio
          key={picture.asset_id}
          value={String(index)}
          aria-label={`Variation ${index + 1}`}
          className={styles.variation}
        >
          <img
            src={fileUrl(picture.url)}
            alt={`Variation ${index + 1}`}
            width={picture.width}
            height={picture.height}
            onError={onGone}
          />
          <span className={styles.foot}>
            <span>{index + 1}</span>
            {picture.seed !== undefined && <span>Seed {picture.seed}</span>}
            <Check size={14} aria-hidden className={styles.check} />
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
