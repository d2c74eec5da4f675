import { Link } from '@tanstack/react-router'
import type { Asked } from './asked.ts'
import styles from './facts.module.css'

const names: Record<string, string> = {
  magic_crop: 'Crop to the subject',
  background_color: 'Background',
  background_url: 'Picture behind',
  output_format: 'Format',
  extend: 'Added',
  aspect_ratio: 'Shape',
  mask_url: 'Mask',
  position: 'Picture at',
  prompt: 'Prompt',
  negative_prompt: 'Avoid',
  guidance_scale: 'Guidance',
  count: 'Variations',
  seed: 'Seed',
  radius: 'Radius',
  factor: 'Factor',
  quality: 'Quality',
  storage: 'Kept',
  webhook_url: 'Calls',
}

function wordsFor(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name} ${part}`)
    .join(', ')
}

/** What the task was told, where this browser has asked for it. */
export function SettingsUsed({ asked }: { asked: Asked | undefined }) {
  if (!asked) return null
  const told = Object.entries(asked.settings).filter(([, value]) => value !== undefined)
  return (
    <section aria-label="Settings">
      <h3 className={styles.heading}>Settings</h3>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Picture</dt>
          <dd>
            <Link to={'/studio' as string} search={{ picture: asked.picture } as never}>
              The original
            </Link>
          </dd>
        </div>
        {told.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{names[name] ?? name}</dt>
            <dd>{wordsFor(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
