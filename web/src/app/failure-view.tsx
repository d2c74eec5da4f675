import { AtelierError } from '@atelier/sdk'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { CloudOff, Compass } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { messageOf, queryClient } from './query-client.ts'

/** What stands where a screen or a part of it could not be shown. */
export function FailureView({ error, reset }: ErrorComponentProps) {
  if (error instanceof AtelierError && error.status === 404) return <NotFoundView />
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
