import { useParams } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { DropAnywhere } from '../../ui/drop-anywhere.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyWorkspace } from './empty-workspace.tsx'
import { History } from './history.tsx'
import styles from './studio.module.css'
import { TaskView } from './task-view.tsx'
import { useIncoming } from './use-incoming.ts'
import { useGoToBench, useStudioSearch } from './use-studio-search.ts'
import { Workspace } from './workspace.tsx'

/** The workbench: add an image, choose a tool, run it. */
export function StudioScreen() {
  const { picture } = useStudioSearch()
  return (
    <Room isEmpty={!picture}>
      {(incoming, mayWork) =>
        picture ? (
          <Workspace key={picture} picture={picture} />
        ) : (
          <EmptyWorkspace incoming={incoming} mayWork={mayWork} />
        )
      }
    </Room>
  )
}

/** A task and its result, at its own URL. */
export function StudioTaskScreen() {
  const { task } = useParams({ strict: false }) as { task: string }
  return <Room current={task}>{() => <TaskView key={task} id={task} />}</Room>
}

interface RoomProps {
  /** The open task. */
  current?: string
  isEmpty?: boolean
  children: (incoming: ReturnType<typeof useIncoming>, mayWork: boolean) => ReactNode
}

/** Shared by both screens: the history, and dropping an image anywhere. */
function Room({ current, isEmpty = false, children }: RoomProps) {
  const goTo = useGoToBench()
  const incoming = useIncoming()
  const mayUse = useMay('tools:write')
  const mayUpload = useMay('assets:write')
  const mayWork = mayUse && mayUpload
  return (
    <Page
      title="Studio"
      isWide
      actions={
        mayWork &&
        !isEmpty && (
          <Button onPress={() => goTo({})}>
            <ImagePlus /> New image
          </Button>
        )
      }
    >
      <div className={styles.screen}>
        {children(incoming, mayWork)}
        <History current={current} />
      </div>
      {mayWork && (
        <DropAnywhere onFile={incoming.mutate} onUrl={incoming.mutate}>
          Drop the image
        </DropAnywhere>
      )}
    </Page>
  )
}
