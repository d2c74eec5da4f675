import { useCallback, useState } from 'react'
import { useEvents } from '../../../app/live.ts'
import { useMe } from '../../../app/session.ts'

export interface OthersSave {
  name: string
  revision: number
}

/** The last revision of the project that someone else saved while this page was open. */
export function useLastSave(id: string): OthersSave | undefined {
  const { user } = useMe()
  const [last, setLast] = useState<OthersSave>()
  useEvents(
    useCallback(
      ({ type, object, actor, data }) => {
        if (type !== 'project.updated' && type !== 'project.reverted') return
        const isMine = actor.kind === 'user' && actor.id === user.id
        if (String(object.id) !== id || isMine) return
        setLast({ name: actor.name, revision: data.revision })
      },
      [id, user.id],
    ),
  )
  return last
}
