import type { Asset } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Film, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button as Bare, FileTrigger } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { messageOf } from '../../app/query-client.ts'
import { Refusal } from '../../app/refusal.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './asset-picker.module.css'
import { assetsQuery } from './queries.ts'

interface Props {
  onPick: (asset: Asset) => void
  onClose: () => void
}

/** Picks an image or video from the workspace, or uploads one from this device. */
export function AssetPicker({ onPick, onClose }: Props) {
  const queryClient = useQueryClient()
  const [search, setSearch] = useState('')
  const mayUpload = useMay('assets:write')
  const assets = useQuery(assetsQuery(search))
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const { id } = await api.assets.upload(file)
      return api.assets.wait(id, { pollIntervalMs: 1500 })
    },
    onSuccess: (asset) => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      onPick(asset)
    },
    meta: { showsErrors: true },
  })
  return (
    <Dialog title="Choose an image or video" isOpen onClose={onClose} kind="wide">
      <div className={styles.bar}>
        <SearchBox label="Find by name" value={search} onChange={setSearch} />
        {mayUpload && (
          <FileTrigger
            acceptedFileTypes={['image/*', 'video/*']}
            onSelect={(files) => files?.[0] && upload.mutate(files[0])}
          >
            <Button isDisabled={upload.isPending}>
              <Upload /> {upload.isPending ? 'Uploading …' : 'Upload'}
            </Button>
          </FileTrigger>
        )}
      </div>
      <Refusal error={upload.error} />
      {assets.isError && <p role="alert">{messageOf(assets.error)}</p>}
      {assets.isPending && <SkeletonRows count={3} height={96} />}
      {assets.data?.length === 0 && (
        <Empty title={search ? 'No results' : 'No images or videos yet'}>
          {search
            ? 'Try a shorter search.'
            : 'Files that you upload or create with tools appear here.'}
        </Empty>
      )}
      <ul className={styles.grid}>
        {assets.data?.map((asset) => (
          <li key={asset.id}>
            <Bare className={styles.asset} onPress={() => onPick(asset)}>
              {asset.thumbnail ? (
                <img src={asset.thumbnail} alt="" loading="lazy" />
              ) : (
                <span className={styles.blank}>
                  <Film size={22} aria-hidden />
                </span>
              )}
              <span className={styles.name}>{asset.name}</span>
            </Bare>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
