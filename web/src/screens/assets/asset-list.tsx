import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderPlus, FolderX, Upload } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { uploadAsset } from '../../app/bring-in.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DropAnywhere } from '../../ui/drop-anywhere.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { say } from '../../ui/toasts.tsx'
import { AssetGrid, NoAssets } from './asset-grid.tsx'
import { assetListQuery, isFolderMissing, pageSize } from './asset-queries.ts'
import styles from './assets.module.css'
import { Breadcrumb } from './breadcrumb.tsx'
import { FolderGrid } from './folder-grid.tsx'
import { FolderMenu } from './folder-menu.tsx'
import { FolderNameDialog } from './folder-name-dialog.tsx'
import { folderById, foldersQuery, topName } from './folders.ts'
import { MoveDialog } from './move-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useMove } from './use-move.ts'
import { useSelection } from './use-selection.ts'

const kinds = [
  { id: 'all', label: 'All kinds' },
  { id: '0', label: 'Images' },
  { id: '2', label: 'Videos' },
  { id: '8', label: 'Audio' },
  { id: '17', label: 'PDFs' },
  { id: '6', label: 'Fonts' },
]

/** The folders and files of the open folder, or what a search finds in all folders. */
export function AssetListScreen() {
  const [{ folder, search = '', kind = 'all', page = '1' }, change] = useSearchParams()
  const pageNumber = Math.max(1, Number(page) || 1)
  const { data, error } = useQuery(assetListQuery({ folder, search, kind, page: pageNumber }))
  const { data: folders = [] } = useQuery({ ...foldersQuery, throwOnError: true })
  const mayWrite = useMay('assets:write')
  const upload = useUpload(folder ?? null)
  const [open, setOpen] = useState<'new' | 'move' | null>(null)
  const place = [folder, search, kind, page].join(' ')
  const selection = useSelection(place, data?.results.map(({ id }) => id) ?? [])
  const { mutate: move } = useMove(folders, { onMoved: selection.clear })

  if (isFolderMissing(error)) return <MissingFolder onLeave={() => change({ folder: undefined })} />
  const current = folderById(folders, folder)
  const isSearch = search !== ''
  const shownFolders = folders.filter(({ name, parent_id }) =>
    isSearch ? name.toLowerCase().includes(search.toLowerCase()) : parent_id === (folder ?? null),
  )
  const isEmpty = data?.count === 0 && shownFolders.length === 0
  const isNoneOfKind = data?.count === 0 && kind !== 'all'
  return (
    <Page
      title={current?.name ?? topName}
      beside={
        current &&
        mayWrite && (
          <FolderMenu
            folder={current}
            label="Folder actions"
            onDeleted={() => change({ folder: current.parent_id ?? undefined, page: undefined })}
          />
        )
      }
      actions={mayWrite && <ListActions upload={upload} onNewFolder={() => setOpen('new')} />}
      filters={
        selection.ids.size > 0 ? (
          <SelectionBar selection={selection} onMove={() => setOpen('move')} />
        ) : (
          <Filters search={search} kind={kind} onChange={change} />
        )
      }
    >
      {current && !isSearch && <Breadcrumb folders={folders} folder={current} onMove={move} />}
      <FolderGrid
        folders={folders}
        shown={shownFolders}
        showsPath={isSearch}
        mayWrite={mayWrite}
        onMove={move}
      />
      {isEmpty || isNoneOfKind ? (
        <NoAssets isFiltered={isSearch || kind !== 'all'} isInFolder={folder !== undefined} />
      ) : (
        <AssetGrid
          assets={data?.results}
          folders={folders}
          showsPath={isSearch}
          selection={mayWrite ? selection : undefined}
        />
      )}
      <Pager
        page={pageNumber}
        pageSize={pageSize}
        count={data?.count ?? 0}
        onChange={(next) => change({ page: String(next) })}
      />
      {mayWrite && (
        <DropAnywhere onFile={upload.mutate} onUrl={upload.mutate}>
          Drop the file
        </DropAnywhere>
      )}
      {open === 'new' && <FolderNameDialog parent={folder ?? null} onClose={() => setOpen(null)} />}
      {open === 'move' && (
        <MoveDialog
          cargo={{
            kind: 'files',
            ids: [...selection.ids],
            ...(!isSearch && { from: folder ?? null }),
          }}
          folders={folders}
          onMoved={selection.clear}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

interface ActionsProps {
  upload: ReturnType<typeof useUpload>
  onNewFolder: () => void
}

function ListActions({ upload, onNewFolder }: ActionsProps) {
  return (
    <>
      <Button aria-label="New folder" onPress={onNewFolder}>
        <FolderPlus /> <span className={styles.word}>New folder</span>
      </Button>
      <FileTrigger onSelect={(files) => files?.[0] && upload.mutate(files[0])}>
        <Button kind="first" isDisabled={upload.isPending}>
          <Upload /> {upload.isPending ? 'Uploading …' : 'Upload'}
        </Button>
      </FileTrigger>
    </>
  )
}

interface FiltersProps {
  search: string
  kind: string
  onChange: ReturnType<typeof useSearchParams>[1]
}

function Filters({ search, kind, onChange }: FiltersProps) {
  return (
    <>
      <SearchBox
        label="Find in all folders"
        value={search}
        onChange={(text) => onChange({ search: text, page: undefined }, { isReplacing: true })}
      />
      <Choice
        label="Kind"
        isLabelHidden
        options={kinds}
        value={kind}
        onChange={(id) => onChange({ kind: id === 'all' ? undefined : id, page: undefined })}
      />
    </>
  )
}

function MissingFolder({ onLeave }: { onLeave: () => void }) {
  return (
    <Page title={topName}>
      <Empty
        icon={<FolderX size={22} />}
        title="This folder does not exist"
        action={<Button onPress={onLeave}>Open all assets</Button>}
      >
        Someone may have deleted it. Its files were kept.
      </Empty>
    </Page>
  )
}

function useUpload(folderId: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (source: File | string) => uploadAsset(source, { folderId }),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      say(`“${name}” added.`)
    },
  })
}
