import { useSearchParams } from '../../app/search-params.ts'
import { Choice } from '../../ui/choice.tsx'
import type { RunStatus } from './queries.ts'
import { runWords } from './run-badge.tsx'

const options = [
  { id: 'any', label: 'Any status' },
  ...Object.entries(runWords).map(([id, label]) => ({ id, label })),
]

/** The status in the URL, if it is valid. */
export function readStatus(text: string | undefined): RunStatus | undefined {
  return text !== undefined && text in runWords ? (text as RunStatus) : undefined
}

export function RunStatusChoice() {
  const [{ status }, change] = useSearchParams()
  return (
    <Choice
      label="Status"
      isLabelHidden
      options={options}
      value={readStatus(status) ?? 'any'}
      onChange={(id) => change({ status: id === 'any' ? undefined : id, page: undefined })}
    />
  )
}
