import { Atelier } from '@atelier/sdk'
import { DoorClosed } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/** Shown if a link leads to a workspace the person cannot open. Their open workspace stays open. */
export function OtherWorkspaceView({ isOff }: { isOff: boolean }) {
  const signInAsSomebodyElse = async () => {
    // Not with the page's client: it sends the workspace that rejects it.
    await new Atelier({ baseUrl: location.origin }).auth.logOut().catch(() => {})
    location.reload()
  }
  return (
    <main>
      <h1 className="unseen">Atelier</h1>
      <Empty
        icon={<DoorClosed size={22} />}
        title={isOff ? 'This workspace is turned off' : 'This link is for another workspace'}
        action={
          <>
            <Button kind="first" onPress={() => location.assign('/')}>
              Go to your own workspace
            </Button>
            {!isOff && (
              <Button kind="quiet" onPress={signInAsSomebodyElse}>
                Sign in as someone else
              </Button>
            )}
          </>
        }
      >
        {isOff
          ? 'Its owner can turn it back on.'
          : 'You are not a member of it. Ask the sender for an invitation, or sign in with an account that is.'}
      </Empty>
    </main>
  )
}
