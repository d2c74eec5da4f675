import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
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
  const picture = pictures[index]
  if (!picture) return null
  const { length } = pictures
  const step = (by: number) => onChange((index + by + length) % length)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (length > 1 && key === 'ArrowRight') step(1)
    if (length > 1 && key === 'ArrowLeft') step(-1)
  }
  return (
    <ModalOverlay isOpen onOpenChange={onClose} isDismissable className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog aria-label={picture.name} className={styles.dialog}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do what the buttons do */}
          <div className={styles.inside} onKeyDown={onKeyDown}>
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
              <img key={picture.address} src={picture.address} alt={picture.name} />
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
