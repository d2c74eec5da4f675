import { Atelier, AtelierError, type WorkspaceContext } from '@atelier/sdk/src/index.ts'
import type { ClientOptions } from '@atelier/sdk/src/transport.ts'
import { notSignedIn } from '../errors.ts'

/** The identity of a credential; undefined if it is valid but may not read that. */
export async function whoIs(options: ClientOptions): Promise<WorkspaceContext | undefined> {
  try {
    return await new Atelier(options).workspaces.getCurrent()
  } catch (error) {
    if (!(error instanceof AtelierError)) throw error
    if (error.status === 401) {
      throw notSignedIn(`${options.baseUrl} rejected this credential: ${error.detail}`)
    }
    if (error.code === 'permission_denied') return undefined
    throw error
  }
}

export function whoInWords(who: WorkspaceContext | undefined): string {
  if (!who) return 'a credential without the workspaces:read permission'
  const { user, workspace } = who
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return `${name ? `${name} <${user.email}>` : user.email} in ${workspace.name}`
}
