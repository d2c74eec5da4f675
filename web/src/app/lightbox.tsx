import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../ui/button.tsx'
import styles from './lightbox.module.css'
import type { LargePicture } from './lightbox-button.tsx'

interface Props {
  pictures: LargePicture[]
  index: number
  onChange: (index: number) => void
  onClose: () => void
}

/** Pictures as large as the window, or at their own size. Arrow keys change the picture. */
export function Lightbox({ pictures, index, onChange, onClose }: Props) {
  const [isActual, setActual] = useState(false)
  const { length } = pictures
  const step = (by: number) => onChange((index + by + length) % length)
  // At its own size, the arrow keys scroll the picture.
  useArrowKeys(length > 1 && !isActual ? step : undefined)
  const picture = pictures[index]
  if (!picture) return null
  return (
    <ModalOverlay isOpen onOpenChange={onClose} isDismissable className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog aria-label={picture.name} className={styles.dialog}>
          <div className={styles.inside}>
            <header className={styles.head}>
              <span className={styles.name}>{picture.name}</span>
              {length > 1 && (
                <span aria-live="polite">
                  {index + 1} of {length}
                </span>
              )}
              {length > 1 && (
                <>
                  <IconButton label="Previous image" size="usual" onPress={() => step(-1)}>
                    <ChevronLeft />
                  </IconButton>
                  <IconButton label="Next image" size="usual" onPress={() => step(1)}>
                    <ChevronRight />
                  </IconButton>
                </>
              )}
              <IconButton
                label={isActual ? 'Fit to the window' : 'Show at actual size'}
                size="usual"
                onPress={() => setActual(!isActual)}
              >
                {isActual ? <Minimize /> : <Maximize />}
              </IconButton>
              <IconButton label="Close" size="usual" onPress={onClose}>
                <X />
              </IconButton>
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a large picture */}
            <div className={styles.room} data-actual={isActual || undefined} tabIndex={0}>
              <img key={picture.url} src={picture.url} alt={picture.name} />
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The dialog itself has the focus at first, so the keys are heard everywhere. */
function useArrowKeys(step: ((by: number) => void) | undefined): void {
  const now = useRef(step)
  now.current = step
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') now.current?.(1)
      if (key === 'ArrowLeft') now.current?.(-1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
