import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { api } from './api.ts'
import { workspaceQuery } from './queries.ts'
import { useMay, useMe } from './session.ts'
import styles from './zone-question.module.css'

/** A workspace starts in UTC. Asks its administrators once whether their own zone fits better. */
export function ZoneQuestion() {
  const { workspace_id } = useMe()
  const mayWrite = useMay('workspaces:write')
  const client = useQueryClient()
  const asked = `atelier.zone-asked.${workspace_id}`
  const [isAsked, setAsked] = useState(() => localStorage.getItem(asked) !== null)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const isCandidate = mayWrite && !isAsked && !/^(UTC|Etc\/.*)$/.test(timeZone)
  const { data } = useQuery({ ...workspaceQuery, enabled: isCandidate })
  const finish = () => {
    localStorage.setItem(asked, 'yes')
    setAsked(true)
  }
  const use = useMutation({
    mutationFn: () => api.workspaces.updateCurrent({ settings: { timezone: timeZone } }),
    onSuccess: () => {
      finish()
      return client.invalidateQueries(workspaceQuery)
    },
  })
  if (!isCandidate || data?.workspace.settings.timezone !== 'UTC') return null
  return (
    <div role="status" className={styles.bar}>
      <Clock size={15} aria-hidden />
      <span className={styles.text}>Schedules and dates in this workspace use UTC.</span>
      <Button size="small" kind="first" isPending={use.isPending} onPress={() => use.mutate()}>
        Use {timeZone.replaceAll('_', ' ')}
      </Button>
      <Button size="small" onPress={finish}>
        Keep UTC
      </Button>
    </div>
  )
}
