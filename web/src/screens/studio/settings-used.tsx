import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { readHost } from '../../ui/parse-url.ts'
import { type Refinement, wordsForRefinement } from './brush/strokes.ts'
import styles from './result.module.css'
import { isAsset, type TaskRequest } from './task-request.ts'

const names: Record<string, string> = {
  image_url: 'Image',
  magic_crop: 'Crop to the subject',
  background_color: 'Background',
  background_url: 'Background image',
  output_format: 'Format',
  extend: 'Added',
  aspect_ratio: 'Shape',
  mask_url: 'Mask',
  position: 'Image position',
  prompt: 'Prompt',
  negative_prompt: 'Avoid',
  guidance_scale: 'Guidance',
  count: 'Variations',
  seed: 'Seed',
  radius: 'Radius',
  factor: 'Factor',
  quality: 'Quality',
  scale: 'Factor',
  style: 'Style',
  focus: 'Around',
  refine: 'Strokes',
  storage: 'Storage',
  webhook_url: 'Webhook',
}

function describeSetting(field: string, value: unknown): string {
  if (field === 'refine') return wordsForRefinement(value as Refinement)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name} ${part}`)
    .join(', ')
}

/** The source of an image: an asset is a link, for a URL only the host is shown. */
function Source({ field, value }: { field: string; value: string }) {
  if (!isAsset(value)) return readHost(value)
  return (
    <Link to={'/studio' as string} search={{ picture: value } as never}>
      {field === 'image_url' ? 'Original' : 'Image'}
    </Link>
  )
}

const order = Object.keys(names)
/** Fields without a name here come last. */
const findPlace = (field: string) => (field in names ? order.indexOf(field) : order.length)

const isSource = (field: string) => field.endsWith('_url')

/** The settings of the task, whoever created it. */
export function SettingsUsed({ asked }: { asked: TaskRequest }) {
  const { told, untold } = asked
  if (told.length + untold.length === 0) return null
  const inOrder = told.toSorted(([one], [other]) => findPlace(one) - findPlace(other))
  return (
    <section aria-label="Settings">
      <h3 className={styles.heading}>Settings</h3>
      <Facts>
        {inOrder.map(([field, value]) => (
          <Fact key={field} name={names[field] ?? field}>
            {isSource(field) ? (
              <Source field={field} value={String(value)} />
            ) : (
              describeSetting(field, value)
            )}
          </Fact>
        ))}
        {untold.map((field) => (
          <Fact key={field} name={names[field] ?? field}>
            {field === 'webhook_url' ? 'called when the task ends' : 'sent with the request'}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}
