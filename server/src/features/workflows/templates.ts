import { templateTriggers } from './template-triggers.ts'
import assetCleanUp from './templates/asset-clean-up.json' with { type: 'json' }
import budgetAlarm from './templates/budget-alarm.json' with { type: 'json' }
import draftReviewPublish from './templates/draft-review-publish.json' with { type: 'json' }
import formToTask from './templates/form-to-task.json' with { type: 'json' }
import launchWeek from './templates/launch-week.json' with { type: 'json' }
import productPicture from './templates/product-picture.json' with { type: 'json' }
import spokenAnnouncement from './templates/spoken-announcement.json' with { type: 'json' }
import staleTaskNudge from './templates/stale-task-nudge.json' with { type: 'json' }
import supportMailToTask from './templates/support-mail-to-task.json' with { type: 'json' }
import transcriptToTasks from './templates/transcript-to-tasks.json' with { type: 'json' }
import translatedSubtitles from './templates/translated-subtitles.json' with { type: 'json' }
import weeklyReport from './templates/weekly-report.json' with { type: 'json' }

/** Starter workflows that run without changes. */
export const templates = [
  { id: 'product-picture', definition: productPicture },
  { id: 'spoken-announcement', definition: spokenAnnouncement },
  { id: 'launch-week', definition: launchWeek },
  { id: 'weekly-report', definition: weeklyReport },
  { id: 'draft-review-publish', definition: draftReviewPublish },
  { id: 'form-to-task', definition: formToTask },
  { id: 'support-mail-to-task', definition: supportMailToTask },
  { id: 'asset-clean-up', definition: assetCleanUp },
  { id: 'transcript-to-tasks', definition: transcriptToTasks },
  { id: 'translated-subtitles', definition: translatedSubtitles },
  { id: 'stale-task-nudge', definition: staleTaskNudge },
  { id: 'budget-alarm', definition: budgetAlarm },
].map(({ id, definition }) => {
  const { title, description } = definition
  const trigger = templateTriggers[id] ?? null
  return { id, title, description, definition: definition as Record<string, unknown>, trigger }
})

export function templateById(id: string) {
  return templates.find((template) => template.id === id)
}
