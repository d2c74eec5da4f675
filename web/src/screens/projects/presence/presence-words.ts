interface Person {
  name: string
  is_editing: boolean
}

/** "Ada is editing", "Ada and Jo are here", "Ada and 2 others are here". */
export function presenceWords(others: readonly Person[]): string {
  const editing = others.filter(({ is_editing }) => is_editing)
  const shown = editing.length > 0 ? editing : others
  const [first, second] = shown.map(({ name }) => name)
  const what = editing.length > 0 ? 'editing' : 'here'
  if (shown.length === 1) return `${first} is ${what}`
  if (shown.length === 2) return `${first} and ${second} are ${what}`
  return `${first} and ${shown.length - 1} others are ${what}`
}
