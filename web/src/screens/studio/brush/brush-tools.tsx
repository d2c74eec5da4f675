import { Eraser, Maximize, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import styles from './brush.module.css'
import type { Intent } from './strokes.ts'

interface Props {
  intents: readonly Intent[]
  intent: Intent
  /** The width of the brush as a share of the longest side. */
  widthShare: number
  widthPixels: number
  zoom: number
  maxZoom: number
  canUndo: boolean
  canClear: boolean
  onIntent: (intent: Intent) => void
  onWidth: (share: number) => void
  onZoom: (zoom: number) => void
  onUndo: () => void
  onClear: () => void
}

const words: Record<Intent, string> = { keep: 'Keep', remove: 'Remove', fill: 'Fill' }
const zoomStep = 1.5

/** The controls of the brush. */
export function BrushTools(props: Props) {
  const { intents, intent, widthShare, widthPixels, zoom, onZoom } = props
  return (
    <fieldset aria-label="Brush" className={styles.tools}>
      {intents.length > 1 && (
        <div className={styles.intents}>
          <Segments
            label="Strokes"
            isLabelHidden
            options={intents.map((id) => ({ id, label: words[id] }))}
            value={intent}
            onChange={props.onIntent}
          />
        </div>
      )}
      <Slider
        className={styles.size}
        minValue={0.5}
        maxValue={20}
        step={0.5}
        value={widthShare * 100}
        onChange={(percent) => props.onWidth((percent as number) / 100)}
      >
        <Label>Size</Label>
        <SliderTrack className={styles.track}>
          <SliderThumb className={styles.thumb} />
        </SliderTrack>
        <SliderOutput className={styles.pixels}>{widthPixels} px</SliderOutput>
      </Slider>
      <div className={styles.buttons}>
        <IconButton label="Undo" isDisabled={!props.canUndo} onPress={props.onUndo}>
          <Undo2 />
        </IconButton>
        <IconButton label="Clear all strokes" isDisabled={!props.canClear} onPress={props.onClear}>
          <Eraser />
        </IconButton>
        <span className={styles.gap} />
        <IconButton label="Zoom out" isDisabled={zoom <= 1} onPress={() => onZoom(zoom / zoomStep)}>
          <ZoomOut />
        </IconButton>
        <IconButton label="Fit to view" isDisabled={zoom === 1} onPress={() => onZoom(1)}>
          <Maximize />
        </IconButton>
        <IconButton
          label="Zoom in"
          isDisabled={zoom >= props.maxZoom}
          onPress={() => onZoom(zoom * zoomStep)}
        >
          <ZoomIn />
        </IconButton>
      </div>
    </fieldset>
  )
}
