const inYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const anyYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** The start and due dates, as far as they are set. */
export function periodInWords(start: string | null, due: string | null): string {
  if (start && due) return start === due ? day(due) : `${day(start)} – ${day(due)}`
  if (due) return `due ${day(due)}`
  return start ? `from ${day(start)}` : ''
}

function day(text: string): string {
  const time = new Date(`${text}T00:00:00Z`)
  const isThisYear = time.getUTCFullYear() === new Date().getFullYear()
  return (isThisYear ? inYear : anyYear).format(time)
}
