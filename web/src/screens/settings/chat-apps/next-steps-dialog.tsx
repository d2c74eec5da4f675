import type { Connection } from '@atelier/sdk'
import { Button } from '../../../ui/button.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import form from '../../../ui/form.module.css'
import { appGuides } from './app-guides.tsx'
import { Steps } from './steps.tsx'

interface Props {
  connection: Connection
  onClose: () => void
}

/** What is left to do in the app, with the URL that it needs. */
export function NextStepsDialog({ connection: { kind, inbound_url }, onClose }: Props) {
  const { title, nextSteps } = appGuides[kind]
  return (
    <Dialog title={`Finish the set-up in ${title}`} isOpen onClose={onClose}>
      <div className={form.form}>
        <p>The credentials work. {title} still needs to know where to send answers.</p>
        {inbound_url && <CopyText text={inbound_url} />}
        <Steps steps={[...nextSteps, 'Link your own account and send a test message.']} />
        <DialogButtons>
          <Button kind="first" onPress={onClose}>
            Done
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
