import { useState } from 'react'
import {
  computeCanvas,
  computeExtend,
  computeScale,
  type Extend,
  type Handle,
  pull,
  type Size,
} from './frame-geometry.ts'
import { FrameHandle } from './frame-handle.tsx'
import styles from './outpaint-frame.module.css'
import type { ToolSettings } from './tools.ts'
import { useRoom } from './use-room.ts'

type Outpainting = ToolSettings['image-outpainting']

interface Props {
  url: string
  name: string
  picture: Size
  settings: Outpainting
  onChange: (part: Partial<Outpainting>) => void
}

const handles: Handle[] = [
  'top-left',
  'top',
  'top-right',
  'right',
  'bottom-right',
  'bottom',
  'bottom-left',
  'left',
]

/** The image in a frame with draggable edges and corners; the new area is hatched. */
export function OutpaintFrame({ url, name, picture, settings, onChange }: Props) {
  const { ref, room } = useRoom()
  const canvas = computeCanvas(picture, settings)
  const extend = computeExtend(picture, canvas)
  // While a handle is dragged the image stays in place; afterwards the view fits again.
  const [held, setHeld] = useState<{ scale: number; left: number; top: number }>()
  const scale = held?.scale ?? computeScale(room, picture, canvas)
  const left = held ? held.left - canvas.left * scale : (room.width - canvas.width * scale) / 2
  const top = held ? held.top - canvas.top * scale : (room.height - canvas.height * scale) / 2
  const change = (next: Extend) =>
    onChange({ extend: next, aspect_ratio: undefined, mask_url: undefined, position: undefined })

  return (
    <div ref={ref} className={styles.room}>
      {room.width > 0 && (
        <fieldset
          aria-label="Result frame"
          className={styles.frame}
          style={{ left, top, width: canvas.width * scale, height: canvas.height * scale }}
        >
          <img
            src={url}
            alt={name}
            className={styles.picture}
            style={{
              left: canvas.left * scale,
              top: canvas.top * scale,
              width: picture.width * scale,
              height: picture.height * scale,
            }}
          />
          {handles.map((handle) => (
            <FrameHandle
              key={handle}
              handle={handle}
              extend={extend}
              scale={scale}
              onHold={() =>
                setHeld({ scale, left: left + canvas.left * scale, top: top + canvas.top * scale })
              }
              onRelease={() => setHeld(undefined)}
              onMove={(from, dx, dy) => change(pull(from, handle, dx, dy))}
            />
          ))}
          <output className={styles.size}>
            {canvas.width} × {canvas.height} px
          </output>
        </fieldset>
      )}
      <p className={styles.hint}>Drag the edges outward, or use the arrow keys on a handle.</p>
    </div>
  )
}
