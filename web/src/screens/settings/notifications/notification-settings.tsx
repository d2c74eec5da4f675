import { useQuery } from '@tanstack/react-query'
import { FailureView } from '../../../app/failure-view.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { CategorySwitches } from './category-switches.tsx'
import { DigestSettings } from './digest-settings.tsx'
import { DoorSettings } from './door-settings.tsx'
import { MutedThreads } from './muted-threads.tsx'
import styles from './notification-settings.module.css'
import { PushSettings } from './push-settings.tsx'
import { preferencesQuery } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'

/** A person's notification preferences. The footer of every email links here. */
export function NotificationSettings() {
  const { data: preferences, error } = useQuery(preferencesQuery)
  if (!preferences) {
    return error ? (
      <FailureView error={error} reset={() => {}} />
    ) : (
      <div className={styles.settings}>
        <SkeletonRows count={8} height={36} />
      </div>
    )
  }
  return (
    <div className={styles.settings}>
      <CategorySwitches preferences={preferences} />
      <QuietHours preferences={preferences} />
      <DigestSettings preferences={preferences} />
      <PushSettings />
      <DoorSettings />
      <MutedThreads />
    </div>
  )
}
