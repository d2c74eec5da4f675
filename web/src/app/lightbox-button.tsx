import { lazy, type ReactNode, Suspense, useState } from 'react'
import styles from './lightbox-button.module.css'

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }))

export interface LargePicture {
  url: string
  name: string
}

interface Props {
  pictures: LargePicture[]
  /** The picture to show first. */
  index?: number
  className?: string | undefined
  children: ReactNode
}

/** A button that shows pictures as large as the window. The viewer loads when it is opened. */
export function LightboxButton({ pictures, index = 0, className = '', children }: Props) {
  const [shown, setShown] = useState<number>()
  const name = pictures[index]?.name
  return (
    <>
      <button
        type="button"
        className={`${styles.button} ${className}`}
        aria-label={name ? `View larger: ${name}` : 'View larger'}
        onClick={() => setShown(index)}
      >
        {children}
      </button>
      {shown !== undefined && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            index={shown}
            onChange={setShown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
