import { Link, useRouter } from '@tanstack/react-router'
import { ArrowRight, ArrowUpRight } from 'lucide-react'
import { parseUrl } from './parse-url.ts'
import styles from './place-link.module.css'

/** A link: in-app navigation within the console, a new tab for external URLs. */
export function PlaceLink({ label, to }: { label: string; to: string }) {
  const { options } = useRouter()
  const url = parseUrl(to)
  if (!url) return <span>{label}</span>
  if (url.origin !== location.origin) {
    return (
      <a className={styles.link} href={url.href} target="_blank" rel="noreferrer">
        {label} <ArrowUpRight size={15} aria-hidden />
      </a>
    )
  }
  return (
    <Link
      className={styles.link}
      to={url.pathname as string}
      search={options.parseSearch?.(url.search) as never}
      hash={url.hash.slice(1)}
    >
      {label} <ArrowRight size={15} aria-hidden />
    </Link>
  )
}
