import {
  ColorArea,
  ColorField,
  ColorPicker,
  ColorSlider,
  ColorThumb,
  Dialog,
  Input,
  Label,
  SliderTrack,
} from 'react-aria-components'
import styles from './colour-choice.module.css'

/** A colour picker with a hex field. */
export function AnyColour({ value, onChange }: { value: string; onChange: (hex: string) => void }) {
  return (
    <Dialog aria-label="Custom colour" className={styles.any}>
      <ColorPicker
        defaultValue={value}
        onChange={(colour) => onChange(colour.toString('hex').toLowerCase())}
      >
        <ColorArea
          aria-label="Saturation and brightness"
          colorSpace="hsb"
          xChannel="saturation"
          yChannel="brightness"
          className={styles.area}
        >
          <ColorThumb className={styles.thumb} />
        </ColorArea>
        <ColorSlider colorSpace="hsb" channel="hue" aria-label="Hue" className={styles.hue}>
          <SliderTrack className={styles.track}>
            <ColorThumb className={styles.thumb} />
          </SliderTrack>
        </ColorSlider>
        <ColorField className={styles.hex}>
          <Label>Hex</Label>
          <Input />
        </ColorField>
      </ColorPicker>
    </Dialog>
  )
}
