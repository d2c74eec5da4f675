import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useSearchParams } from '../../app/search-params.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import styles from './calendar.module.css'
import { addDays, addMonths, dayInShort, listWeek, monthInWords } from './days.ts'
import { useZone } from './use-zone.ts'

const spans = [
  { id: 'month', label: 'Month' },
  { id: 'week', label: 'Week' },
]

export function CalendarBar() {
  const [{ day, span }, change] = useSearchParams()
  const { today, startOfWeek } = useZone()
  const shown = isDay(day) ? day : today
  const isWeek = span === 'week'
  const step = (count: number) =>
    change({ day: isWeek ? addDays(shown, count * 7) : addMonths(shown, count) })
  const week = listWeek(shown, startOfWeek)
  const words = isWeek
    ? `${dayInShort(week[0] as string)} – ${dayInShort(week[6] as string)}`
    : monthInWords(shown)
  const unit = isWeek ? 'week' : 'month'
  return (
    <>
      <div className={styles.steps}>
        <IconButton label={`Previous ${unit}`} onPress={() => step(-1)} kind="plain">
          <ChevronLeft />
        </IconButton>
        <IconButton label={`Next ${unit}`} onPress={() => step(1)} kind="plain">
          <ChevronRight />
        </IconButton>
        <h2 className={styles.span} aria-live="polite">
          {words}
        </h2>
        <Button size="small" kind="quiet" onPress={() => change({ day: undefined })}>
          Today
        </Button>
      </div>
      <div className={styles.spanChoice}>
        <Choice
          label="Month or week"
          isLabelHidden
          options={spans}
          value={isWeek ? 'week' : 'month'}
          onChange={(id) => change({ span: id === 'week' ? id : undefined })}
        />
      </div>
    </>
  )
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
