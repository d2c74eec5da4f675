import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AudioLines, FolderKanban, type LucideIcon, Share2, SquareCheckBig } from 'lucide-react'
import { AssetPreview } from '../../../app/asset-preview.tsx'
import { assetKinds, assetQuery } from '../../../app/assets.ts'
import styles from './output.module.css'
import type { FoundRecord } from './records.ts'

const icons: Record<Exclude<FoundRecord['kind'], 'asset'>, LucideIcon> = {
  post: Share2,
  project: FolderKanban,
  task: SquareCheckBig,
  transcription: AudioLines,
}

/** A record as a picture or a card that leads to it. */
export function RecordCard({ record }: { record: FoundRecord }) {
  const { kind, id, to, title, text } = record
  if (kind === 'asset') return <AssetCard id={id} />
  const Icon = icons[kind]
  return (
    <Link to={to} className={styles.card}>
      <Icon size={15} aria-hidden />
      <span className={styles.words}>
        <span>{title}</span>
        {text && <small>{text}</small>}
      </span>
    </Link>
  )
}

/** An asset, if the id is one and it still exists; otherwise the id. */
export function AssetCard({ id }: { id: string }) {
  const { data, isPending } = useQuery({ ...assetQuery(id), retry: false, throwOnError: false })
  if (isPending) return <span className={styles.waiting} />
  if (!data) return <code>{id}</code>
  return (
    <span className={styles.asset}>
      <AssetPreview asset={data} isSmall />
      <Link to={`/assets/${id}` as string}>{data.name || assetKinds[data.asset_type]}</Link>
    </span>
  )
}
