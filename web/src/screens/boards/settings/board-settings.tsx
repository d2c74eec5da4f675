import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSearchParams } from '../../../app/search-params.ts'
import { Page } from '../../../ui/page.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { BoardContext } from '../board-context.ts'
import { boardQuery } from '../queries.ts'
import { useNames } from '../use-names.ts'
import { useRights } from '../use-rights.ts'
import { AccessSettings } from './access-settings.tsx'
import styles from './board-settings.module.css'
import { ColumnSettings } from './column-settings.tsx'
import { FieldSettings } from './field-settings.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { TagSettings } from './tag-settings.tsx'

const tabs = [
  { id: 'general', label: 'General', View: GeneralSettings },
  { id: 'columns', label: 'Columns', View: ColumnSettings },
  { id: 'fields', label: 'Fields', View: FieldSettings },
  { id: 'tags', label: 'Tags', View: TagSettings },
  { id: 'access', label: 'Access', View: AccessSettings },
] as const

export function BoardSettings() {
  const params = useParams({ strict: false }) as { board: string }
  const [search] = useSearchParams()
  const { data: board } = useSuspenseQuery(boardQuery(params.board))
  const names = useNames(board.id, undefined)
  const { mayWrite, mayManage } = useRights(board)
  const context = useMemo(
    () => ({ board, names, mayWrite, mayManage }),
    [board, names, mayWrite, mayManage],
  )
  const { id, View } = tabs.find((tab) => tab.id === search.tab) ?? tabs[0]
  return (
    <BoardContext value={context}>
      <Page
        title={`Settings: ${board.title}`}
        up={{ to: `/boards/${board.slug}`, label: 'Back to the board' }}
        filters={
          <TabLinks
            label="Board settings"
            tabs={tabs}
            value={id}
            searchOf={(tab) => ({ tab: tab === 'general' ? undefined : tab })}
          />
        }
      >
        <div className={styles.settings}>
          <View key={board.id} />
        </div>
      </Page>
    </BoardContext>
  )
}
