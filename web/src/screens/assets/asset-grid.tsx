import type { Asset, AssetFolder } from '@atelier/sdk'
import { FileImage, FolderOpen } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AssetCard } from './asset-card.tsx'
import styles from './assets.module.css'
import { wordsForPath } from './folders.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  assets: Asset[] | undefined
  folders: readonly AssetFolder[]
  /** For search results from several folders. */
  showsPath: boolean
  /** Omit it if the person may not move files. */
  selection?: Selection | undefined
}

export function AssetGrid({ assets, folders, showsPath, selection }: Props) {
  if (!assets) {
    return (
      <div className={styles.grid} role="status" aria-label="Loading">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
          <Skeleton key={place} height={178} />
        ))}
      </div>
    )
  }
  if (assets.length === 0) return null
  const buildChoice = ({ id, folder_id }: Asset, { ids, toggle }: Selection) => ({
    isSelected: ids.has(id),
    toggle: () => toggle(id),
    cargo: () => ({
      kind: 'files' as const,
      ids: ids.has(id) ? [...ids] : [id],
      ...(!showsPath && { from: folder_id }),
    }),
  })
  return (
    <ul
      className={styles.grid}
      aria-label="Assets"
      data-selecting={(selection && selection.ids.size > 0) || undefined}
    >
      {assets.map((asset) => (
        <AssetCard
          key={asset.id}
          asset={asset}
          path={showsPath ? wordsForPath(folders, asset.folder_id) : undefined}
          {...(selection && { choice: buildChoice(asset, selection) })}
        />
      ))}
    </ul>
  )
}

/** Shown instead of folders and files. */
export function NoAssets({ isFiltered, isInFolder }: { isFiltered: boolean; isInFolder: boolean }) {
  if (isFiltered) {
    return (
      <Empty icon={<FileImage size={22} />} title="Nothing matches">
        Try a shorter search or all kinds.
      </Empty>
    )
  }
  if (isInFolder) {
    return (
      <Empty icon={<FolderOpen size={22} />} title="This folder is empty">
        Upload or drop files here, or move files into it.
      </Empty>
    )
  }
  return (
    <Empty icon={<FileImage size={22} />} title="No assets yet">
      Upload or drop files here. Files from tools and agents appear here too.
    </Empty>
  )
}
