import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './connection-bar.module.css'
import { useLiveState } from './live.ts'

/** Says that what is shown may be old. A connection that is back within a moment is not worth a word. */
export function ConnectionBar() {
  const state = useLiveState()
  const isLost = state === 'waiting' || state === 'closed'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    // Trying again passes through "connecting"; only "open" is an answer.
    if (state === 'open') setShown(false)
    if (!isLost) return
    const timer = setTimeout(() => setShown(true), 1500)
    return () => clearTimeout(timer)
  }, [state, isLost])
  return (
    <div role="status">
      {isShown && (
        <p className={styles.bar}>
          <WifiOff size={15} aria-hidden />
          The connection is lost. What you see may be old; it is tried again by itself.
        </p>
      )}
    </div>
  )
}
