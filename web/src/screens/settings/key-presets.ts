/** Never part of a preset: an agent with it could answer the questions it asks people. */
const answering = 'notifications:write'

const administration =
  /^(api-keys|members|workspaces:write|teamspaces:write|webhooks|deliveries|social-accounts)/
const media = /^(assets|tools|tasks|voices|transcriptions|videos|notifications:send)/
const project =
  /^(assets|boards|projects|chat|events|tasks|tools|workflows:(read|run)|social:read|notifications:send|members:read)/

export type Preset = 'media' | 'project' | 'read' | 'everything' | 'custom'

export const presets: { id: Preset; label: string; text: string }[] = [
  {
    id: 'media',
    label: 'Media agent',
    text: 'Edits images, speaks, transcribes and makes videos.',
  },
  {
    id: 'project',
    label: 'Project agent',
    text: 'Works on boards and projects, runs workflows and asks people. It cannot publish posts.',
  },
  { id: 'read', label: 'Read only', text: 'Sees the workspace’s content and changes nothing.' },
  {
    id: 'everything',
    label: 'Everything',
    text: 'Everything you may do, except answering questions for you.',
  },
  { id: 'custom', label: 'Choose by hand', text: 'Tick each permission.' },
]

/** The permissions of a preset that the person has themselves. */
export function listScopes(preset: Preset, permissions: readonly string[]): string[] {
  const fits = (permission: string) => {
    if (permission === answering) return false
    if (preset === 'everything') return true
    if (preset === 'read') return permission.endsWith(':read') && !administration.test(permission)
    return (preset === 'media' ? media : project).test(permission)
  }
  return permissions.filter(fits)
}
