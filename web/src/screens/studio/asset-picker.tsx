import type { Asset } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import { fileAddress } from '../../app/file-address.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './asset-picker.module.css'
import { picturesQuery } from './queries.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  onPick: (asset: Asset) => void
}

/** Picks an image of the workspace. */
export function AssetPicker({ isOpen, onClose, onPick }: Props) {
  return (
    <Dialog title="Workspace images" kind="wide" isOpen={isOpen} onClose={onClose}>
      <Pictures
        onPick={(asset) => {
          onClose()
          onPick(asset)
        }}
      />
    </Dialog>
  )
}

function Pictures({ onPick }: Pick<Props, 'onPick'>) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data } = useQuery(picturesQuery(search))
  const pictures = data?.results.filter(({ file_url }) => file_url)
  const none = search
    ? `No images match “${search}”.`
    : 'No images yet. Images that you drop here or create with tools become assets.'
  return (
    <div className={styles.picker}>
      <Field label="Search by name" value={text} onChange={setText} autoFocus />
      {!pictures ? (
        <div className={styles.grid} role="status" aria-label="Loading">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
            <Skeleton key={place} height={120} />
          ))}
        </div>
      ) : (
        <GridList
          aria-label="Images"
          layout="grid"
          items={pictures}
          className={styles.grid}
          onAction={(key) => {
            const asset = pictures.find(({ id }) => id === key)
            if (asset) onPick(asset)
          }}
          renderEmptyState={() => <p className={styles.none}>{none}</p>}
        >
          {(asset) => (
            <GridListItem id={asset.id} textValue={asset.name} className={styles.item}>
              <img
                src={fileAddress(asset.thumbnail ?? asset.file_url ?? '')}
                alt=""
                loading="lazy"
              />
              <span>{asset.name}</span>
            </GridListItem>
          )}
        </GridList>
      )}
    </div>
  )
}
