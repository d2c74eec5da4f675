import { isNotFound } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { perhapsAssetQuery } from '../../app/assets.ts'
import { writeMessage } from '../../app/query-client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { readDraft, useDraft } from '../../ui/drafts.ts'
import { Empty } from '../../ui/empty.tsx'
import { RestoredDraft } from '../../ui/restored-draft.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type PaintedArea, placeOfArea } from './brush/draw-mask.ts'
import { Picture } from './picture.tsx'
import { askedQuery } from './queries.ts'
import { SettingsForm } from './settings/settings-form.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import { ToolChoice } from './tool-choice.tsx'
import { isTool, type Settings, type ToolId, tools } from './tools.ts'
import { useFieldErrors } from './use-field-errors.ts'
import { useRun } from './use-run.ts'
import { useStudioSearch } from './use-studio-search.ts'

/** An image, the tools for it, and the settings of the selected tool. */
export function Workspace({ picture }: { picture: string }) {
  const search = useStudioSearch()
  const earlier = useQuery({ ...askedQuery(search.from ?? ''), enabled: search.from !== undefined })
  const asked = earlier.data
  const tool: ToolId = isTool(search.tool) ? search.tool : (asked?.tool ?? 'remove-background')
  const asset = useQuery(perhapsAssetQuery(picture))
  const draft = useDraft<Partial<Record<ToolId, Settings>>>(
    `studio ${picture} ${search.from ?? ''}`,
    () => ({}),
  )
  const first = asked?.tool === tool ? repeatSettings(asked, search.from) : tools[tool].initial
  const settings = draft.value[tool] ?? first
  const run = useRun(tool, picture, { onSent: draft.discard })
  const { errors, forget } = useFieldErrors(run.error, search.from)
  const mayRun = useMay('tools:write')
  const change = (part: Partial<Settings>) => {
    forget(Object.keys(part))
    draft.set({ ...draft.value, [tool]: { ...settings, ...part } as Settings })
  }

  if (asset.isError) return <MissingPicture error={asset.error} onRetry={asset.refetch} />
  return (
    <div className={styles.bench}>
      <div className={`${styles.stage} ${tool === 'generative-fill' ? styles.tall : ''}`}>
        {asset.data ? (
          <Picture asset={asset.data} tool={tool} settings={settings} onChange={change} />
        ) : (
          <div className={styles.middle}>
            <Skeleton width="60%" height={320} />
          </div>
        )}
      </div>
      <aside className={styles.panel} aria-label="Tool">
        <RestoredDraft isRestored={draft.isRestored} onDiscard={draft.discard} />
        <ToolChoice value={tool} onChange={(id) => search.change({ tool: id })} />
        {earlier.isLoading ? (
          <Skeleton height={180} />
        ) : (
          <SettingsForm
            tool={tool}
            settings={settings}
            errors={errors}
            asset={asset.data}
            onChange={change}
          />
        )}
        {mayRun && (
          <div className={styles.run}>
            {errors.other && (
              <p role="alert" className={styles.error}>
                {errors.other}
              </p>
            )}
            <Button
              kind="first"
              isDisabled={!asset.data || earlier.isLoading || run.isPending}
              onPress={() => run.mutate(settings)}
            >
              {run.isPending ? 'Sending …' : tools[tool].action}
            </Button>
          </div>
        )}
      </aside>
    </div>
  )
}

/** The settings of an earlier task, with the area that was painted for it in this browser. */
function repeatSettings({ tool, settings }: TaskRequest, from: string | undefined): Settings {
  const area = tool === 'generative-fill' && readDraft<PaintedArea>(placeOfArea(from ?? ''))
  return area ? { ...settings, area } : settings
}

function MissingPicture({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { change } = useStudioSearch()
  const isGone = isNotFound(error)
  return (
    <div className={styles.stage}>
      <Empty
        title={isGone ? 'This image no longer exists' : 'Cannot show the image'}
        action={
          <div className={styles.choices}>
            {!isGone && <Button onPress={() => void onRetry()}>Try again</Button>}
            <Button onPress={() => change({ picture: undefined })}>Choose another</Button>
          </div>
        }
      >
        {isGone ? 'It was deleted.' : writeMessage(error)}
      </Empty>
    </div>
  )
}
