import type { ShownImage } from '../before-after.tsx'
import stage from '../image-stage.module.css'
import { useRoom } from '../use-room.ts'
import styles from './findings.module.css'
import type { Findings } from './findings.ts'

interface Props {
  /** Undefined while it loads. */
  original: ShownImage | undefined
  findings: Findings
  /** The index of the highlighted finding. */
  active: number | undefined
  onActive: (index: number | undefined) => void
}

const marginPixels = 48
const dotPixels = 2.5

/** The image with an outline around everything that was found. */
export function FindingsStage({ original, findings, active, onActive }: Props) {
  const { ref, room } = useRoom()
  const { width, height, all } = findings
  const scale = Math.min((room.width - marginPixels) / width, (room.height - marginPixels) / height)
  return (
    <div ref={ref} className={stage.room}>
      {original && room.width > 0 && (
        <div className={stage.image} style={{ width: width * scale, height: height * scale }}>
          <img src={original.url} alt="Original" className={styles.picture} />
          <svg
            role="img"
            aria-label={findings.summary}
            viewBox={`0 0 ${width} ${height}`}
            className={styles.outlines}
          >
            {all.map(({ corners, dots }, index) => (
              <g
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have the same text
                key={index}
                className={styles.outline}
                data-active={index === active || undefined}
                onPointerEnter={() => onActive(index)}
                onPointerLeave={() => onActive(undefined)}
              >
                <polygon points={corners.join(' ')} className={styles.halo} />
                <polygon points={corners.join(' ')} />
                {dots.map(([x, y]) => (
                  <circle key={`${x} ${y}`} cx={x} cy={y} r={dotPixels / scale} />
                ))}
              </g>
            ))}
          </svg>
        </div>
      )}
    </div>
  )
}
