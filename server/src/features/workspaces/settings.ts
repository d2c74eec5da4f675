import { invalid } from '../../http/problem.ts'
import { isLanguage } from '../../lib/zones.ts'
import type { WorkspaceSettings } from './schemas.ts'

export const defaultSettings: WorkspaceSettings = {
  timezone: 'UTC',
  language: 'en',
  start_of_week: 'mon',
}

/** Checks the language, because the schema cannot know all language codes. */
export function checkSettings({ language }: Partial<WorkspaceSettings> = {}): void {
  if (language !== undefined && !isLanguage(language)) {
    throw invalid('settings.language', `"${language}" is not a language code such as en or de-AT`)
  }
}
