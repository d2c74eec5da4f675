import { NumberField } from '../../../ui/number-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { computeCanvas, maxPixels, noExtend } from '../frame-geometry.ts'
import { ExtentPosition } from './extent-position.tsx'
import { PictureField } from './picture-field.tsx'
import { RatioField, ratios, useRatioChoice } from './ratio-field.tsx'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-form.tsx'

const shapes = [
  { id: 'free', label: 'Free' },
  ...ratios.map((id) => ({ id, label: id })),
  { id: 'own', label: 'Other' },
  { id: 'mask', label: 'Mask' },
]

const sides = [
  ['left', 'Left'],
  ['right', 'Right'],
  ['top', 'Top'],
  ['bottom', 'Bottom'],
] as const

/** Where to extend: a dragged frame, an aspect ratio or a mask. The API accepts exactly one. */
export function OutpaintExtent({
  settings,
  errors,
  asset,
  onChange,
}: SettingsProps<'image-outpainting'>) {
  const { aspect_ratio: ratio, mask_url: mask } = settings
  const ofRatio = useRatioChoice(ratio)
  const shape = mask !== undefined ? 'mask' : ratio === undefined ? 'free' : ofRatio.choice
  const choose = (id: string) => {
    ofRatio.choose(id)
    const none = { extend: undefined, aspect_ratio: undefined, mask_url: undefined }
    if (id === 'free') onChange({ ...none, extend: {}, position: undefined })
    else if (id === 'mask') onChange({ ...none, mask_url: '', position: undefined })
    else onChange({ ...none, aspect_ratio: id === 'own' ? '5:4' : id, position: undefined })
  }
  const size = { width: asset?.width ?? 0, height: asset?.height ?? 0 }
  const canvas = computeCanvas(size, settings)
  return (
    <>
      <Segments label="Shape" options={shapes} value={shape} onChange={choose} />
      {errors.aspect_ratio && shape !== 'own' && (
        <p className={styles.error}>{errors.aspect_ratio}</p>
      )}
      {shape === 'own' && (
        <RatioField
          value={ratio ?? ''}
          error={errors.aspect_ratio}
          onChange={(aspect_ratio) => {
            ofRatio.choose('own')
            onChange({ aspect_ratio })
          }}
        />
      )}
      {shape === 'mask' && (
        <PictureField
          label="Mask"
          hint="At least as large as the image. White is generated, black is kept."
          value={mask ?? ''}
          error={errors.mask_url}
          onChange={(mask_url) => onChange({ mask_url })}
        />
      )}
      {shape === 'free' && (
        <SideFields extend={settings.extend} onChange={(extend) => onChange({ extend })} />
      )}
      {(errors.extend || (shape === 'free' && errors.mask_url)) && (
        <p className={styles.error}>{errors.extend ?? errors.mask_url}</p>
      )}
      {shape !== 'free' && (
        <ExtentPosition
          position={settings.position}
          error={errors.position}
          most={
            shape === 'mask'
              ? undefined
              : { x: canvas.width - size.width, y: canvas.height - size.height }
          }
          onChange={(position) => onChange({ position })}
        />
      )}
      {shape !== 'mask' && (
        <p className={styles.size}>
          <span>Result</span>
          {canvas.width} × {canvas.height} px
        </p>
      )}
    </>
  )
}

type Extend = SettingsProps<'image-outpainting'>['settings']['extend']

function SideFields({ extend, onChange }: { extend: Extend; onChange: (extend: Extend) => void }) {
  return (
    <div className={styles.two}>
      {sides.map(([side, label]) => (
        <NumberField
          key={side}
          label={label}
          minValue={0}
          maxValue={maxPixels}
          isWheelDisabled
          value={extend?.[side] ?? 0}
          onChange={(pixels) => onChange({ ...noExtend, ...extend, [side]: pixels || 0 })}
        />
      ))}
    </div>
  )
}
