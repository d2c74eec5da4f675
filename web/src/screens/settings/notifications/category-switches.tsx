import type { NotificationPreferences } from '@atelier/sdk'
import { useMay } from '../../../app/session.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import styles from './notification-settings.module.css'
import { useSavePreferences } from './queries.ts'

const channels = [
  ['in_app', 'Inbox'],
  ['websocket', 'Live'],
  ['email', 'Email'],
  ['push', 'Push'],
] as const

const categories: Record<string, [name: string, meaning: string]> = {
  agentNeedsInput: ['Needs your input', 'An agent asks and waits for your answer'],
  agentError: ['Errors', 'Something went wrong; also posted in #agent-alerts'],
  agentTaskCompleted: ['Completed', 'An agent finished a task'],
  agentNudge: ['Nudges', 'Reminders about things that wait for you'],
  agentProgress: ['Progress', 'Live updates while an agent works'],
  mention: ['Mentions', 'Someone mentions you in a comment'],
  assignment: ['Assignments', 'A task is assigned to you'],
}

/** Every kind of notification and its channels. */
export function CategorySwitches({ preferences }: { preferences: NotificationPreferences }) {
  const save = useSavePreferences()
  const mayWrite = useMay('notifications:write')
  return (
    <section className={styles.part} aria-labelledby="ways">
      <h2 id="ways">What you receive, and where</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Notification</th>
            {channels.map(([id, name]) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(categories).map(([category, [name, meaning]]) => (
            <tr key={category}>
              <th scope="row">
                {name}
                <small>{meaning}</small>
              </th>
              {channels.map(([channel, way]) => {
                const isOn = preferences.categories[category]?.[channel]
                // A question needs a place where it can be answered.
                const isFixed = category === 'agentNeedsInput' && channel === 'in_app'
                return (
                  <td key={channel}>
                    {isOn !== undefined && (
                      <TickBox
                        aria-label={`${name}: ${way}`}
                        isSelected={isOn}
                        isDisabled={isFixed || !mayWrite}
                        onChange={(on) =>
                          save.mutate({ categories: { [category]: { [channel]: on } } })
                        }
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
