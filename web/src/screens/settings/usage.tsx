import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Label, Meter } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { formatSize } from '../../ui/format-size.ts'
import { Section } from '../../ui/section.tsx'
import { When } from '../../ui/when.tsx'
import styles from './usage.module.css'

const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api.usage.get({ signal }),
})

type Quota = Awaited<ReturnType<typeof api.usage.get>>['quotas'][number]

/** From here on, the bar warns. */
const nearlyFull = 0.9

/** What the workspace uses of its quotas. */
export function UsagePart() {
  const { quotas } = useSuspenseQuery(usageQuery).data
  const stored = quotas.filter(({ per }) => per === null)
  const rates = quotas.filter(({ per }) => per !== null)
  return (
    <div>
      <Section
        title="Stored"
        text={
          <>
            At a limit, delete something or ask whoever runs this server.{' '}
            <a href="/docs/limits#quotas" target="_blank" rel="noreferrer">
              About quotas
            </a>
          </>
        }
      >
        <Quotas label="Stored" quotas={stored} />
      </Section>
      <Section title="Rates" text="Counted for each hour, day or event.">
        <Quotas label="Rates" quotas={rates} />
      </Section>
    </div>
  )
}

function Quotas({ label, quotas }: { label: string; quotas: Quota[] }) {
  return (
    <ul className={styles.quotas} aria-label={label}>
      {quotas.map((quota) => (
        <li key={quota.name}>
          <QuotaMeter {...quota} />
        </li>
      ))}
    </ul>
  )
}

function QuotaMeter({ name, title, used, limit, resets_at }: Quota) {
  const words = createFormat(name)
  const share = limit === null ? 0 : Math.min(1, used / limit)
  const valueText =
    limit === null ? `${words(used)}, no limit` : `${words(used)} of ${words(limit)}`
  return (
    <Meter
      value={Math.round(share * 100)}
      valueLabel={valueText}
      className={styles.meter as string}
    >
      <Label>{title}</Label>
      <span className={styles.value}>
        {valueText}
        {resets_at && (
          <>
            , again <When at={resets_at} />
          </>
        )}
      </span>
      {limit !== null && (
        <span className={styles.track}>
          <span
            className={styles.bar}
            data-full={share >= nearlyFull || undefined}
            style={{ inlineSize: `${share * 100}%` }}
          />
        </span>
      )}
    </Meter>
  )
}

/** Limits are set in binary units. */
function createFormat(name: string): (amount: number) => string {
  if (!name.endsWith('_bytes')) return (amount) => amount.toLocaleString('en')
  return sizeInWords
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024 ** 2) return bytes === 0 ? '0' : formatSize(bytes)
  const isLarge = bytes >= 1024 ** 3
  const amount = bytes / 1024 ** (isLarge ? 3 : 2)
  return `${amount.toLocaleString('en', { maximumFractionDigits: 1 })} ${isLarge ? 'GiB' : 'MiB'}`
}
