import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './connection-bar.module.css'
import { useLiveState } from './live.ts'

/** Warns that the page may be out of date. It ignores connection losses of a moment. */
export function ConnectionBar() {
  const state = useLiveState()
  const [isLost, setLost] = useState(false)
  const [isShown, setShown] = useState(false)
  // A retry passes through "connecting", which says nothing yet.
  const isNowLost = state === 'connecting' ? isLost : state !== 'open'
  if (isNowLost !== isLost) setLost(isNowLost)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => setShown(true), 1500)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLost])
  return (
    <div role="status">
      {isShown && (
        <p className={styles.bar}>
          <WifiOff size={15} aria-hidden />
          The connection is lost. This page may be out of date. Reconnecting …
        </p>
      )}
    </div>
  )
}
