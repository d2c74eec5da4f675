import { ChevronsLeftRight } from 'lucide-react'
import { useState } from 'react'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components'
import styles from './before-after.module.css'
import type { Size } from './frame-geometry.ts'
import stage from './image-stage.module.css'
import type { Box } from './tool-result.ts'
import { useRoom } from './use-room.ts'

export interface ShownImage extends Size {
  url: string
}

interface Props {
  /** Undefined if the original is external; then only the result is shown. */
  before: ShownImage | undefined
  after: ShownImage
  /** The position of a cropped result in the original. */
  place?: Box | undefined
  /** The background for transparent areas; undefined shows a checkerboard. */
  backdrop: string | undefined
  /** The area that a crop would keep. */
  crop?: Box | undefined
  /** The words on both sides. With them, pictures of other shapes keep their shape. */
  words?: [left: string, right: string]
  /** Called if the result no longer exists. */
  onGone: () => void
}

/** The original on the left of a divider, the result on the right; the divider is a slider. */
export function BeforeAfter(props: Props) {
  const { before, after, place, backdrop, crop, words, onGone } = props
  const [left, right] = words ?? ['Before', 'After']
  const picture = words ? `${styles.picture} ${styles.fitted}` : styles.picture
  const { ref, room } = useRoom()
  const [percent, setPercent] = useState(50)
  const whole = before ?? after
  const scale = Math.min((room.width - 48) / whole.width, (room.height - 48) / whole.height, 4)
  const size = { width: whole.width * scale, height: whole.height * scale }
  const share = place && before ? toShare(place, before) : undefined
  return (
    <div ref={ref} className={stage.room}>
      {room.width > 0 && (
        <div className={`${stage.image} ${styles.both}`} style={size}>
          <div
            className={backdrop === undefined ? styles.checks : styles.colour}
            style={{ ...share, background: backdrop }}
          >
            <img
              src={after.url}
              alt={words ? right : 'Result'}
              className={picture}
              onError={onGone}
            />
          </div>
          {before && (
            <img
              src={before.url}
              alt={words ? left : 'Original'}
              className={words ? `${picture} ${styles.checks}` : picture}
              {...(words && { onError: onGone })}
              style={{
                clipPath: `inset(0 ${100 - percent}% 0 0)`,
                ...(words && { background: backdrop }),
              }}
            />
          )}
          {crop && <div className={styles.crop} style={toShare(crop, whole)} />}
          {before && (
            <Slider
              value={percent}
              onChange={(value) => setPercent(value as number)}
              aria-label={words ? 'Left and right' : 'Before and after'}
              className={styles.slider}
            >
              <SliderTrack className={styles.track}>
                <SliderThumb className={styles.thumb}>
                  <span className={styles.grip}>
                    <ChevronsLeftRight size={16} aria-hidden />
                  </span>
                </SliderThumb>
              </SliderTrack>
            </Slider>
          )}
          {before && percent > 14 && <span className={styles.beforeWord}>{left}</span>}
          {before && percent < 86 && <span className={styles.afterWord}>{right}</span>}
        </div>
      )}
    </div>
  )
}

function toShare(box: Box, { width, height }: Size) {
  return {
    left: `${(box.left / width) * 100}%`,
    top: `${(box.top / height) * 100}%`,
    width: `${(box.width / width) * 100}%`,
    height: `${(box.height / height) * 100}%`,
  }
}
