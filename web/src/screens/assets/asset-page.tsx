import type { Asset, AssetFolder } from '@atelier/sdk'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Download, FileText, FolderInput, Pencil, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { api, buildLink } from '../../app/api.ts'
import { AssetPreview } from '../../app/asset-preview.tsx'
import { assetKinds, assetQuery } from '../../app/assets.ts'
import { fileUrl } from '../../app/file-url.ts'
import { LightboxButton } from '../../app/lightbox-button.tsx'
import { saveFile } from '../../app/save-file.ts'
import { useMay, useMe } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Page } from '../../ui/page.tsx'
import { say } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import styles from './assets.module.css'
import { foldersQuery, nameOfPlace, wordsForPath } from './folders.ts'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'

/** A file, at a permanent URL. */
export function AssetScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: asset } = useSuspenseQuery(assetQuery(id))
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <Page title={asset.name} up={{ to: '/assets', ...describePlace(asset, folders) }} isWide>
      <div className={styles.screen}>
        <div className={styles.stage}>
          <Face asset={asset} />
        </div>
        <aside className={styles.panel} aria-label="About the file">
          <Actions asset={asset} folders={folders} />
          <AssetFacts asset={asset} folders={folders} />
        </aside>
      </div>
    </Page>
  )
}

function describePlace(
  { folder_id }: Asset,
  folders: readonly AssetFolder[],
): { label: string; search: Record<string, string> } {
  if (folder_id === null) return { label: 'All assets', search: {} }
  return { label: nameOfPlace(folders, folder_id), search: { folder: folder_id } }
}

function Face({ asset }: { asset: Asset }) {
  if (asset.status === 2) return <p className={styles.note}>The file could not be read.</p>
  if (!asset.file_url) return <p className={styles.note}>The file is still being processed.</p>
  if (asset.asset_type === 0 || asset.asset_type === 4) {
    const picture = { url: fileUrl(asset.file_url), name: asset.name }
    return (
      <LightboxButton pictures={[picture]}>
        <AssetPreview asset={asset} />
      </LightboxButton>
    )
  }
  const isShown = [2, 8].includes(asset.asset_type)
  return isShown ? <AssetPreview asset={asset} /> : <FileText size={64} aria-hidden />
}

interface PartProps {
  asset: Asset
  folders: readonly AssetFolder[]
}

function Actions({ asset, folders }: PartProps) {
  const [open, setOpen] = useState<'rename' | 'move' | null>(null)
  const close = () => setOpen(null)
  const navigate = useNavigate()
  const mayWrite = useMay('assets:write')
  const mayWork = useMay('tools:write')
  const { workspace_id } = useMe()
  const remove = useMutation({
    mutationFn: () => api.assets.delete(asset.id),
    onSuccess: () => {
      say(`“${asset.name}” deleted.`)
      void navigate({
        to: '/assets' as string,
        search: describePlace(asset, folders).search as never,
      })
    },
  })
  const { id, name, file_url, asset_type, folder_id } = asset
  return (
    <>
      <div className={styles.actions}>
        {file_url && (
          <Button kind="first" onPress={() => saveFile(fileUrl(file_url), name)}>
            <Download /> Download
          </Button>
        )}
        {file_url && asset_type === 0 && mayWork && (
          <Button
            onPress={() => navigate({ to: '/studio' as string, search: { picture: id } as never })}
          >
            <WandSparkles /> Open in the studio
          </Button>
        )}
      </div>
      <div className={styles.actions}>
        <CopyButton text={id}>Copy id</CopyButton>
        <CopyButton text={buildLink(`/assets/${id}`, workspace_id)}>Copy link</CopyButton>
        {mayWrite && (
          <Button size="small" onPress={() => setOpen('rename')}>
            <Pencil /> Rename …
          </Button>
        )}
        {mayWrite && (
          <Button size="small" onPress={() => setOpen('move')}>
            <FolderInput /> Move to …
          </Button>
        )}
        {mayWrite && (
          <ConfirmButton
            label="Delete"
            title={`Delete “${name}”?`}
            text="Posts, tasks and projects that use it lose it too. You cannot undo this."
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      {open === 'rename' && (
        <NameDialog
          title="Rename file"
          action="Rename"
          name={name}
          maxLength={255}
          save={(name) => api.assets.update(id, { name })}
          onClose={close}
        />
      )}
      {open === 'move' && (
        <MoveDialog
          cargo={{ kind: 'files', ids: [id], from: folder_id }}
          folders={folders}
          onClose={close}
        />
      )}
    </>
  )
}

function AssetFacts({ asset, folders }: PartProps) {
  const { asset_type, content_type, bytes, width, height, duration_ms, created_at } = asset
  return (
    <Facts>
      <Fact name="Kind">{assetKinds[asset_type]}</Fact>
      <Fact name="File">
        {[content_type, bytes && formatSize(bytes)].filter(Boolean).join(', ')}
      </Fact>
      <Fact name="Size">{width && height ? `${width} × ${height}` : null}</Fact>
      <Fact name="Duration">{duration_ms ? `${(duration_ms / 1000).toFixed(1)} s` : null}</Fact>
      <Fact name="Folder">{wordsForPath(folders, asset.folder_id)}</Fact>
      <Fact name="Created">
        <When at={created_at} />
      </Fact>
    </Facts>
  )
}
