import { type ComponentType, Suspense, useState } from 'react'

/** Whether a menu is open, controlled from outside. */
export interface OpenState {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

interface Props {
  button: ComponentType<{ onPressStart?: () => void }>
  /** Loaded with `lazy`; it shows the same button. */
  menu: ComponentType<OpenState>
}

/**
 * A menu whose code comes after the first view. A press before that opens it once it is here; it
 * counts when it starts, because the menu may replace the button before the press ends.
 */
export function LateMenu({ button: Button, menu: Menu }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Suspense fallback={<Button onPressStart={() => setOpen(true)} />}>
      <Menu isOpen={isOpen} onOpenChange={setOpen} />
    </Suspense>
  )
}
