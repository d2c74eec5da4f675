import type { ProjectRevisionSummary } from '@atelier/sdk'
import { RotateCcw } from 'lucide-react'
import { Button as PlainButton } from 'react-aria-components'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { When } from '../../../ui/when.tsx'
import styles from './history.module.css'

interface Props {
  revision: ProjectRevisionSummary
  isShown: boolean
  onShow: () => void
  onRevert?: () => void
}

const maxPaths = 3

/** A version's author, time and changed paths. */
export function RevisionRow({ revision, isShown, onShow, onRevert }: Props) {
  const { actor, created_at, paths } = revision
  const isAgent = actor.kind === 'agent'
  const more = paths.length - maxPaths
  return (
    <li className={`${styles.revision} ${isShown ? styles.shown : ''}`}>
      <PlainButton className={styles.show} aria-pressed={isShown} onPress={onShow}>
        <span className={styles.number}>{revision.revision}</span>
        <Avatar name={actor.name} isAgent={isAgent} size={20} />
        <span className={styles.words}>
          <span>
            <strong>{actor.name}</strong> {isAgent && <Badge tone="agent">Agent</Badge>}{' '}
            {describeAction(revision)}{' '}
            <span className={styles.when}>
              · <When at={created_at} />
            </span>
          </span>
          {paths.length > 0 && revision.action !== 'created' && (
            <small>
              {paths.slice(0, maxPaths).join(', ')}
              {more > 0 && ` and ${more} more`}
            </small>
          )}
        </span>
      </PlainButton>
      {onRevert && (
        <IconButton label={`Restore revision ${revision.revision}`} onPress={onRevert}>
          <RotateCcw />
        </IconButton>
      )}
    </li>
  )
}

function describeAction({ action, from_revision }: ProjectRevisionSummary): string {
  if (action === 'created') return 'created it'
  if (action === 'reverted') return `restored revision ${from_revision}`
  return action === 'merged' ? 'changed it, merged with other changes' : 'changed it'
}
