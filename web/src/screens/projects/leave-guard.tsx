import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'

/** Asks for confirmation before the person leaves unsaved changes. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" isOpen onClose={blocker.reset}>
      <p>Your changes are not saved yet. They stay in this browser as a draft.</p>
      <DialogButtons>
        <Button kind="danger" onPress={blocker.proceed}>
          Leave
        </Button>
        <Button kind="first" onPress={blocker.reset}>
          Stay here
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
