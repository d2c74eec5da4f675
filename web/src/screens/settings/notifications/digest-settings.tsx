import type { NotificationPreferences } from '@atelier/sdk'
import { useMay } from '../../../app/session.ts'
import { Choice } from '../../../ui/choice.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import styles from './notification-settings.module.css'
import { useSavePreferences } from './queries.ts'

type Digest = NonNullable<NotificationPreferences['digest']>

const usual: Digest = { categories: ['agentNudge'], after: 3, minutes: 15 }
const kinds = [
  ['agentNudge', 'Nudges'],
  ['agentProgress', 'Progress'],
] as const

/** Also offers a nonstandard value that was set through the API. */
function withOwn(usualOnes: readonly number[], own: number, unit: (n: number) => string) {
  const all = [...new Set([...usualOnes, own])].sort((a, b) => a - b)
  return all.map((id) => ({ id, label: unit(id) }))
}

/** Of many notifications, the first few are sent one by one and the rest as a digest. */
export function DigestSettings({
  preferences: { digest },
}: {
  preferences: NotificationPreferences
}) {
  const save = useSavePreferences()
  const isDisabled = !useMay('notifications:write')
  const change = (part: Partial<Digest>) => {
    if (digest) save.mutate({ digest: { ...digest, ...part } })
  }
  return (
    <section className={styles.part} aria-labelledby="digest">
      <h2 id="digest">Digest</h2>
      <Toggle
        label="Combine notifications into a digest"
        hint="The first few arrive separately, the rest as one digest."
        isSelected={digest !== null}
        isDisabled={isDisabled}
        onChange={(on) => save.mutate({ digest: on ? usual : null })}
      />
      {digest && (
        <div className={styles.fields}>
          {kinds.map(([id, label]) => {
            const isOn = digest.categories.includes(id)
            return (
              <TickBox
                key={id}
                isSelected={isOn}
                // At least one must stay selected; to have none, use the switch.
                isDisabled={isDisabled || (isOn && digest.categories.length === 1)}
                onChange={(on) =>
                  change({
                    categories: on
                      ? [...digest.categories, id]
                      : digest.categories.filter((one) => one !== id),
                  })
                }
              >
                {label}
              </TickBox>
            )
          })}
          <Choice
            label="Send separately"
            options={withOwn([1, 3, 5, 10], digest.after, (n) => `the first ${n}`)}
            value={digest.after}
            isDisabled={isDisabled}
            onChange={(after) => change({ after })}
          />
          <Choice
            label="Within"
            options={withOwn([5, 15, 30, 60, 240], digest.minutes, (n) => `${n} minutes`)}
            value={digest.minutes}
            isDisabled={isDisabled}
            onChange={(minutes) => change({ minutes })}
          />
        </div>
      )}
    </section>
  )
}
