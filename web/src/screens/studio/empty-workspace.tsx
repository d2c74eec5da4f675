import { FolderOpen, ImagePlus, Upload } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger, Form } from 'react-aria-components'
import { AssetPicker } from '../../app/asset-picker.tsx'
import { assetType, isWebUrl } from '../../app/bring-in.ts'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { submit } from '../../ui/submit.ts'
import styles from './empty-workspace.module.css'
import type { useIncoming } from './use-incoming.ts'
import { useStudioSearch } from './use-studio-search.ts'

interface Props {
  incoming: ReturnType<typeof useIncoming>
  mayWork: boolean
}

/** Adds an image from this computer, from a URL or from the assets. */
export function EmptyWorkspace({ incoming, mayWork }: Props) {
  const { change } = useStudioSearch()
  const [isPicking, setPicking] = useState(false)
  const [url, setUrl] = useState('')
  const [isWrong, setWrong] = useState(false)
  if (!mayWork) {
    return (
      <div className={styles.empty}>
        <h2>Edited images</h2>
        <p>You can view results from people and agents below.</p>
      </div>
    )
  }
  if (incoming.isPending) {
    return (
      <div className={styles.empty} role="status" aria-label="Loading the image">
        <Skeleton width="min(420px, 80vw)" height={280} />
        <p>{typeof incoming.variables === 'string' ? 'Fetching' : 'Uploading'} the image …</p>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <div aria-hidden className={styles.icon}>
        <ImagePlus size={26} />
      </div>
      <h2>Drop an image anywhere</h2>
      <p>
        or paste an image or a URL. Then remove its background, extend, fill, crop or upscale it, or
        read its text. The original stays unchanged.
      </p>
      <div className={styles.ways}>
        <FileTrigger
          acceptedFileTypes={['image/*']}
          onSelect={(files) => files?.[0] && incoming.mutate(files[0])}
        >
          <Button kind="first">
            <Upload /> Choose a file
          </Button>
        </FileTrigger>
        <Button onPress={() => setPicking(true)}>
          <FolderOpen /> From assets
        </Button>
      </div>
      <Form
        className={styles.url}
        onSubmit={submit(() => {
          setWrong(!isWebUrl(url.trim()))
          if (isWebUrl(url.trim())) incoming.mutate(url.trim())
        })}
      >
        <Field
          label="Or from a URL"
          placeholder="https://…"
          inputMode="url"
          value={url}
          onChange={(text) => {
            // An invalid field would prevent the form from being submitted.
            setWrong(false)
            setUrl(text)
          }}
          error={isWrong ? 'A URL starts with https:// or http://.' : undefined}
        />
        <Button type="submit">Fetch</Button>
      </Form>
      <Refusal error={incoming.error} />
      {isPicking && (
        <AssetPicker
          title="Workspace images"
          types={[assetType.image]}
          none="No images yet"
          onClose={() => setPicking(false)}
          onPick={({ id }) => change({ picture: id })}
        />
      )}
    </div>
  )
}
