import { invalid } from '../../http/problem.ts'
import { isLanguage, isTimeZone } from '../../lib/zones.ts'
import type { WorkspaceSettings } from './schemas.ts'

export const defaultSettings: WorkspaceSettings = {
  timezone: 'UTC',
  language: 'en',
  start_of_week: 'mon',
}

/** What a schema cannot know: which zones and languages there are. */
export function checkSettings({ timezone, language }: Partial<WorkspaceSettings> = {}): void {
  if (timezone !== undefined && !isTimeZone(timezone)) {
    throw invalid(
      'settings.timezone',
      `"${timezone}" is not an IANA time zone such as Europe/Berlin`,
    )
  }
  if (language !== undefined && !isLanguage(language)) {
    throw invalid('settings.language', `"${language}" is not a language code such as en or de-AT`)
  }
}
