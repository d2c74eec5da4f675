// Answers open questions by rule and leaves the others to people:
// ATELIER_API_KEY=atl_… node bot.js (add --once to check once and exit)
// Give it a key of its own with notifications:read and notifications:write. It answers only what
// other agents ask with "answerable_by": "credential", and only if an administrator allows that in
// Settings → Workspace. Receipts then name it, not you.
import { call } from '../atelier.js'

/** The first matching rule decides. No rule means that a person decides. */
const rules = [
  { when: ({ title }) => /delete|publish/i.test(title), value: undefined },
  { when: ({ title }) => /^spell-check/i.test(title), value: 'approved' },
]

do {
  const { results } = await call('GET', '/api/v1/questions?status=open&page_size=100')
  const isForUs = ({ kind, answerable_by }) => kind === 'approval' && answerable_by === 'credential'
  for (const question of results.filter(isForUs)) {
    const value = rules.find(({ when }) => when(question))?.value
    if (!value) continue
    await call('POST', `/api/v1/questions/${question.id}/answer`, { value, comment: 'By rule.' })
    console.log(`${value}: ${question.title}`)
  }
  if (!process.argv.includes('--once')) await new Promise((resolve) => setTimeout(resolve, 5000))
} while (!process.argv.includes('--once'))
