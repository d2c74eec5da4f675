import type { Asset } from '@atelier/sdk'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileImage, Upload } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { bringIn } from '../../app/bring-in.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DropAnywhere } from '../../ui/drop-anywhere.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { say } from '../../ui/toasts.tsx'
import { AssetCard } from './asset-card.tsx'
import styles from './assets.module.css'

const pageSize = 48

const kinds = [
  { id: 'all', label: 'All kinds' },
  { id: '0', label: 'Images' },
  { id: '2', label: 'Videos' },
  { id: '8', label: 'Audio' },
  { id: '17', label: 'PDFs' },
  { id: '6', label: 'Fonts' },
]

/** All uploaded and generated files, newest first. */
export function AssetListScreen() {
  const [{ search = '', kind = 'all', page = '1' }, change] = useSearchParams()
  const filters = {
    page: Math.max(1, Number(page) || 1),
    page_size: pageSize,
    ...(search && { search }),
    ...(kind !== 'all' && { asset_type: Number(kind) as Asset['asset_type'] }),
  }
  const { data } = useQuery({
    queryKey: ['assets', 'list', filters],
    queryFn: ({ signal }) => api.assets.list(filters, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: true,
  })
  const mayWrite = useMay('assets:write')
  const upload = useUpload()
  return (
    <Page
      title="Assets"
      actions={
        mayWrite && (
          <FileTrigger onSelect={(files) => files?.[0] && upload.mutate(files[0])}>
            <Button kind="first" size="small" isDisabled={upload.isPending}>
              <Upload /> {upload.isPending ? 'Uploading …' : 'Upload'}
            </Button>
          </FileTrigger>
        )
      }
      filters={
        <>
          <SearchBox
            label="Find by name"
            value={search}
            onChange={(text) => change({ search: text, page: undefined }, { isReplacing: true })}
          />
          <Choice
            label="Kind"
            isLabelHidden
            options={kinds}
            value={kind}
            onChange={(id) => change({ kind: id === 'all' ? undefined : id, page: undefined })}
          />
        </>
      }
    >
      <AssetGrid assets={data?.results} isFiltered={search !== '' || kind !== 'all'} />
      <Pager
        page={filters.page}
        pageSize={pageSize}
        count={data?.count ?? 0}
        onChange={(next) => change({ page: String(next) })}
      />
      {mayWrite && (
        <DropAnywhere onFile={upload.mutate} onUrl={upload.mutate}>
          Drop the file
        </DropAnywhere>
      )}
    </Page>
  )
}

function AssetGrid({ assets, isFiltered }: { assets?: Asset[]; isFiltered: boolean }) {
  if (!assets) {
    return (
      <div className={styles.grid} role="status" aria-label="Loading">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
          <Skeleton key={place} height={178} />
        ))}
      </div>
    )
  }
  if (assets.length === 0) {
    return (
      <Empty
        icon={<FileImage size={22} />}
        title={isFiltered ? 'Nothing matches' : 'No assets yet'}
      >
        {isFiltered
          ? 'Try a shorter search or all kinds.'
          : 'Upload or drop files here. Files from tools and agents appear here too.'}
      </Empty>
    )
  }
  return (
    <ul className={styles.grid} aria-label="Assets">
      {assets.map((asset) => (
        <AssetCard key={asset.id} asset={asset} />
      ))}
    </ul>
  )
}

function useUpload() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (source: File | string) => bringIn(source),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      say(`“${name}” added.`)
    },
  })
}
