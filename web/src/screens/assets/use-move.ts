import type { AssetFolder } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { say } from '../../ui/toasts.tsx'
import { nameOfPlace } from './folders.ts'

/** Files or a folder on their way. `from` is undefined if the files come from several folders. */
export type Cargo =
  | { kind: 'files'; ids: string[]; from?: string | null | undefined }
  | { kind: 'folder'; id: string; name: string; from: string | null }

export interface Move {
  cargo: Cargo
  to: string | null
}

interface Options {
  onMoved?: () => void
  /** The caller shows errors itself. */
  showsErrors?: boolean
}

/** Moves files or a folder to another folder. The message offers to undo it. */
export function useMove(folders: readonly AssetFolder[], options: Options = {}) {
  const { onMoved, showsErrors = false } = options
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['assets'] })
  const { mutate: moveBack } = useMutation({ mutationFn: send, onSuccess: refresh })
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { cargo, to }) => {
      void refresh()
      const { from } = cargo
      say(
        `${describeCargo(cargo)} moved to “${nameOfPlace(folders, to)}”.`,
        from === undefined
          ? undefined
          : { label: 'Undo', run: () => moveBack({ cargo, to: from }) },
      )
      onMoved?.()
    },
    meta: { showsErrors },
  })
}

export function describeCargo(cargo: Cargo): string {
  if (cargo.kind === 'folder') return `“${cargo.name}”`
  return cargo.ids.length === 1 ? '1 file' : `${cargo.ids.length} files`
}

async function send({ cargo, to }: Move): Promise<unknown> {
  return cargo.kind === 'folder'
    ? api.assets.updateFolder(cargo.id, { parent_id: to })
    : api.assets.move({ asset_ids: cargo.ids, folder_id: to })
}
