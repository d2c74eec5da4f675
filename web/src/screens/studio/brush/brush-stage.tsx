import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { writeMessage } from '../../../app/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import type { Size } from '../frame-geometry.ts'
import { useRoom } from '../use-room.ts'
import styles from './brush.module.css'
import { BrushSurface } from './brush-surface.tsx'
import { BrushTools } from './brush-tools.tsx'
import {
  countStrokes,
  type Intent,
  maxStrokes,
  type PaintedStroke,
  usualWidthShare,
} from './strokes.ts'
import { useNaturalSize } from './use-natural-size.ts'

interface Props {
  url: string
  name: string
  pictureClass?: string | undefined
  /** The kinds of strokes; with several, the person chooses one. */
  intents: readonly Intent[]
  strokes: PaintedStroke[]
  onChange: (strokes: PaintedStroke[], picture: Size) => void
  /** Shown over the picture, below the strokes. */
  children?: ReactNode
}

const maxZoom = 8
/** To fill, a person paints over all of an object. */
const fillWidthShare = 0.06
const marginPixels = 32

/** A picture with a brush: paint, undo, clear, zoom. */
export function BrushStage({
  url,
  name,
  pictureClass = '',
  intents,
  strokes,
  onChange,
  children,
}: Props) {
  const { ref, room } = useRoom()
  const { data: picture, error, refetch } = useNaturalSize(url)
  const [intent, setIntent] = useState(intents[0] ?? 'fill')
  const [widthShare, setWidthShare] = useState(intent === 'fill' ? fillWidthShare : usualWidthShare)
  const [past, setPast] = useState<PaintedStroke[][]>([])
  const { zoom, setZoom, scroller, scrollBy } = useZoom()
  const size = picture ?? { width: 1, height: 1 }
  const fit = Math.min(
    Math.max(1, room.width - marginPixels) / size.width,
    Math.max(1, room.height - marginPixels) / size.height,
  )
  const width = widthShare * Math.max(size.width, size.height)
  const isFull = countStrokes(strokes, intent) >= maxStrokes

  const change = (next: PaintedStroke[]) => {
    setPast([...past, strokes])
    onChange(next, size)
  }
  const undo = () => {
    // After a reload there is no past, but the last stroke is still the last.
    onChange(past.at(-1) ?? strokes.slice(0, -1), size)
    setPast(past.slice(0, -1))
  }
  return (
    <div className={styles.stage}>
      <div ref={ref} className={styles.room}>
        <div ref={scroller} className={styles.scroller}>
          {error && (
            <Empty
              title="Cannot show the image"
              action={<Button onPress={() => void refetch()}>Try again</Button>}
            >
              {writeMessage(error)}
            </Empty>
          )}
          {picture && room.width > 0 && (
            <BrushSurface
              {...{ picture, scale: fit * zoom, intent, width, strokes }}
              onStroke={(points) => !isFull && change([...strokes, { intent, points, width }])}
              onUndo={undo}
              onPinch={(dx, dy, ratio) => {
                scrollBy(dx, dy)
                setZoom(Math.min(maxZoom, Math.max(1, zoom * ratio)))
              }}
            >
              <img
                src={url}
                alt={name}
                draggable={false}
                className={`${styles.picture} ${pictureClass}`}
              />
              {children}
            </BrushSurface>
          )}
        </div>
      </div>
      {isFull && (
        <p role="alert" className={styles.full}>
          {maxStrokes} strokes are the limit. Undo some, or use longer strokes.
        </p>
      )}
      <BrushTools
        {...{ intents, intent, zoom, maxZoom, widthShare }}
        widthPixels={Math.max(1, Math.round(width))}
        canUndo={picture !== undefined && (past.length > 0 || strokes.length > 0)}
        canClear={picture !== undefined && strokes.length > 0}
        onIntent={setIntent}
        onWidth={setWidthShare}
        onZoom={(next) => setZoom(Math.min(maxZoom, Math.max(1, next)))}
        onUndo={undo}
        onClear={() => change([])}
      />
    </div>
  )
}

/** The zoom, which keeps the middle of the view in the middle. */
function useZoom() {
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const last = useRef(1)
  useLayoutEffect(() => {
    const view = scroller.current
    const ratio = zoom / last.current
    last.current = zoom
    if (!view) return
    view.scrollLeft = (view.scrollLeft + view.clientWidth / 2) * ratio - view.clientWidth / 2
    view.scrollTop = (view.scrollTop + view.clientHeight / 2) * ratio - view.clientHeight / 2
  }, [zoom])
  const scrollBy = (dx: number, dy: number) => scroller.current?.scrollBy(-dx, -dy)
  return { zoom, setZoom, scroller, scrollBy }
}
