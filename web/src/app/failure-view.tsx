import { AtelierError } from '@atelier/sdk'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { CloudOff, Compass } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { workspaceIn } from './api.ts'
import { messageOf, queryClient } from './query-client.ts'

const OtherWorkspaceView = lazy(async () => ({
  default: (await import('./other-workspace.tsx')).OtherWorkspaceView,
}))

/** How the server refuses a workspace that an address names. */
const refusals = ['workspace_forbidden', 'workspace_inactive', 'malformed_header']

/** What stands where a screen or a part of it could not be shown. */
export function FailureView({ error, reset }: ErrorComponentProps) {
  if (error instanceof AtelierError && error.status === 404) return <NotFoundView />
  const isRefused = error instanceof AtelierError && refusals.includes(error.code)
  if (isRefused && workspaceIn(location.search) !== undefined) {
    return (
      <Suspense>
        <OtherWorkspaceView isOff={error.code === 'workspace_inactive'} />
      </Suspense>
    )
  }
  const id = error instanceof AtelierError ? error.requestId : undefined
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
      <p role="alert">{messageOf(error)}</p>
      {id && (
        <p>
          <small>Request {id}</small>
        </p>
      )}
    </Empty>
  )
}

export function NotFoundView() {
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
