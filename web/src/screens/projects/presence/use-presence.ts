import type { ProjectPresence } from '@atelier/sdk'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import { usePresenceFrames } from '../../../app/live.ts'

export type People = ProjectPresence['people']

/** The server forgets a window after 30 s. */
const announceMs = 12_000

/** Tells apart the windows of one person. */
const clientId = Math.random().toString(36).slice(2)

/** Shows to others that this page is open, and returns everyone who has it open. */
export function usePresence(type: string, id: string, isEditing: boolean): People {
  const [people, setPeople] = useState<People>([])
  usePresenceFrames(
    useCallback(
      ({ object, people: now }) => {
        if (object.type === 'project' && object.id === id) setPeople(now)
      },
      [id],
    ),
  )
  useEffect(() => {
    // A page in the background is not being read.
    const isShown = () => document.visibilityState === 'visible'
    const announce = async () => {
      if (!isShown()) return
      const mine = { client_id: clientId, is_editing: isEditing }
      const { people: now } = await api.projects.announcePresence(type, id, mine)
      setPeople(now)
    }
    const tell = () => inOrder(() => (isShown() ? announce() : leave(type, id)))
    tell()
    const timer = setInterval(tell, announceMs)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [type, id, isEditing])
  useEffect(() => {
    const end = () => void leave(type, id).catch(ignore)
    addEventListener('pagehide', end)
    return () => {
      removeEventListener('pagehide', end)
      inOrder(() => leave(type, id))
    }
  }, [type, id])
  return people
}

function leave(type: string, id: string): Promise<unknown> {
  return api.projects.endPresence(type, id, { client_id: clientId }, { keepalive: true })
}

let last: Promise<unknown> = Promise.resolve()

/** An announcement that arrives after the farewell would leave a ghost. */
function inOrder(call: () => Promise<unknown>): void {
  last = last.then(call).catch(ignore)
}

/** The next announcement comes soon, and no work depends on it. */
function ignore(): void {}
