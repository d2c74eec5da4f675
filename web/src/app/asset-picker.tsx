import type { Asset } from '@atelier/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Film } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { api } from './api.ts'
import styles from './asset-picker.module.css'
import { fileUrl } from './file-url.ts'
import { Refusal } from './refusal.tsx'

interface Props {
  title: string
  /** The API's numeric types of the assets to choose from. */
  types: readonly Asset['asset_type'][]
  /** Shown if there are no such assets. */
  none: string
  onPick: (asset: Asset) => void
  onClose: () => void
  /** Beside the search, such as an upload button. */
  children?: ReactNode
}

/** A dialog to pick an asset of the workspace. */
export function AssetPicker({ title, types, none, onPick, onClose, children }: Props) {
  const [search, setSearch] = useState('')
  const assets = useAssets(types, search)
  return (
    <Dialog title={title} kind="wide" isOpen onClose={onClose}>
      <div className={styles.bar}>
        <SearchBox label="Find by name" value={search} onChange={setSearch} autoFocus />
        {children}
      </div>
      <Refusal error={assets.error} />
      {assets.isPending && <SkeletonRows count={3} height={96} />}
      {assets.data && (
        <GridList
          aria-label={title}
          layout="grid"
          items={assets.data}
          className={styles.grid}
          onAction={(key) => {
            const asset = assets.data.find(({ id }) => id === key)
            if (asset) onPick(asset)
          }}
          renderEmptyState={() => (
            <Empty title={search ? 'No results' : none}>
              {search ? 'Try a shorter search.' : 'Files that you upload or create appear here.'}
            </Empty>
          )}
        >
          {(asset) => <AssetTile asset={asset} />}
        </GridList>
      )}
    </Dialog>
  )
}

function AssetTile({ asset: { id, name, asset_type, thumbnail, file_url } }: { asset: Asset }) {
  const shown = thumbnail ?? (asset_type === 2 ? null : file_url)
  return (
    <GridListItem id={id} textValue={name} className={styles.asset}>
      {shown ? (
        <img src={fileUrl(shown)} alt="" loading="lazy" />
      ) : (
        <span className={styles.blank}>
          <Film size={22} aria-hidden />
        </span>
      )}
      <span className={styles.name}>{name}</span>
    </GridListItem>
  )
}

/** The newest assets that are ready to use. */
function useAssets(types: readonly Asset['asset_type'][], search: string) {
  const [type, ...others] = types
  return useQuery({
    queryKey: ['assets', 'list', 'picker', types, search],
    queryFn: async ({ signal }) => {
      const only = type !== undefined && others.length === 0 && { asset_type: type }
      const query = { page_size: 100, ...only, ...(search && { search }) }
      const { results } = await api.assets.list(query, { signal })
      return results.filter(({ asset_type, file_url }) => types.includes(asset_type) && file_url)
    },
    placeholderData: keepPreviousData,
  })
}
