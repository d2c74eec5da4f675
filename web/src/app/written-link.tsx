import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { parseUrl } from '../ui/parse-url.ts'
import { AssetPreview } from './asset-preview.tsx'
import { assetQuery } from './assets.ts'
import { fileUrl } from './file-url.ts'
import styles from './written-link.module.css'

const assetPath = /^\/assets\/([0-9a-f-]{36})$/i

interface Props {
  href: string
  children: ReactNode
}

/**
 * A user-written link. If it leads to a file on this server, a preview is shown below, so that
 * people see the image they are asked about. External content is never fetched.
 */
export function WrittenLink({ href, children }: Props) {
  const url = parseUrl(href)
  if (!url) return <span>{children}</span>
  const { pathname, searchParams } = url
  const asset = assetPath.exec(pathname)?.[1]
  if (asset) return <AssetLink id={asset}>{children}</AssetLink>
  const isPicture = pathname.startsWith('/files/') && searchParams.get('type')?.startsWith('image/')
  return (
    <>
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
      {isPicture && <SignedPicture url={fileUrl(href)} />}
    </>
  )
}

function AssetLink({ id, children }: { id: string; children: ReactNode }) {
  const { data, isPending } = useQuery({ ...assetQuery(id), retry: false, throwOnError: false })
  return (
    <>
      <Link to={`/assets/${id}` as string}>{children}</Link>
      {(data || isPending) && (
        <span className={styles.preview}>{data && <AssetPreview asset={data} isSmall />}</span>
      )}
    </>
  )
}

/** Signed links expire after a day; then nothing is shown. */
function SignedPicture({ url }: { url: string }) {
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  return (
    <span className={styles.preview}>
      <img src={url} alt="" loading="lazy" onError={() => setGone(true)} />
    </span>
  )
}
