import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import styles from './up-link.module.css'

/** A link to the parent page, shown before the title. */
export function UpLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.up} aria-label={children} title={children}>
      <ChevronLeft size={18} aria-hidden />
    </Link>
  )
}
