import { useMe } from '../../../app/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { presenceWords } from './presence-words.ts'
import styles from './present-people.module.css'
import type { People } from './use-presence.ts'

const maxFaces = 3

/** Everyone else who has the project open. */
export function PresentPeople({ people }: { people: People }) {
  const { user } = useMe()
  const others = people.filter(({ id, kind }) => kind !== 'user' || id !== user.id)
  return (
    <div role="status" className={styles.people}>
      {others.length > 0 && (
        <>
          <span className={styles.faces}>
            {others.slice(0, maxFaces).map(({ id, name, kind }) => (
              <Avatar key={`${kind} ${id} ${name}`} name={name} isAgent={kind === 'agent'} />
            ))}
          </span>
          <span className={styles.words}>{presenceWords(others)}</span>
        </>
      )}
    </div>
  )
}
