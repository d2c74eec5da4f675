import { AtelierError } from '@atelier/sdk'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CloudOff, Compass } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { readWorkspace } from './api.ts'
import { queryClient, writeMessage } from './query-client.ts'

const OtherWorkspaceView = lazy(async () => ({
  default: (await import('./other-workspace.tsx')).OtherWorkspaceView,
}))

/** The error codes for a workspace that a URL names but the person cannot open. */
const refusals = ['workspace_forbidden', 'workspace_inactive', 'malformed_header']

/** Shown in place of a screen, or part of one, that failed to load. */
export function FailureView({ error, reset }: ErrorComponentProps) {
  if (error instanceof AtelierError && error.status === 404) return <NotFoundView />
  const isTold = error instanceof AtelierError
  const again = () => {
    queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })
    reset()
  }
  return (
    <Empty
      icon={<CloudOff size={22} />}
      title="This could not be loaded"
      action={<Button onPress={again}>Try again</Button>}
    >
      <p role="alert">{isTold ? error.detail : writeMessage(error)}</p>
      {isTold && error.requestId && (
        <p>
          <small>Request {error.requestId}</small>
        </p>
      )}
    </Empty>
  )
}

/** The failure view as a full screen, with a title like every screen. */
export function FailureScreen(props: ErrorComponentProps) {
  const isMissing = props.error instanceof AtelierError && props.error.status === 404
  const router = useRouter()
  // Reruns the loaders that run before a screen renders.
  const reset = () => {
    props.reset()
    void router.invalidate()
  }
  return (
    <Page title={isMissing ? 'Not found' : 'Not loaded'}>
      <FailureView {...props} reset={reset} />
    </Page>
  )
}

/** Shown without the shell, because the session could not be loaded. */
export function FailureAlone(props: ErrorComponentProps) {
  const { error } = props
  const isRefused = error instanceof AtelierError && refusals.includes(error.code)
  if (isRefused && readWorkspace(location.search) !== undefined) {
    return (
      <Suspense>
        <OtherWorkspaceView isOff={error.code === 'workspace_inactive'} />
      </Suspense>
    )
  }
  return (
    <main>
      <FailureScreen {...props} />
    </main>
  )
}

export function NotFoundScreen() {
  return (
    <Page title="Not found">
      <NotFoundView />
    </Page>
  )
}

function NotFoundView() {
  return (
    <Empty
      icon={<Compass size={22} />}
      title="There is nothing here"
      action={<Link to="/inbox">Go to the inbox</Link>}
    >
      It may have been deleted, or it is in another workspace.
    </Empty>
  )
}
