import { problem } from '../../http/problem.ts'
import type { FolderRow, TreeFolder } from './folder-queries.ts'

export const maxFolders = 500
export const maxFolderLevels = 8

/** A folder as it will be. */
type Placed = Pick<FolderRow, 'id' | 'name' | 'parent_id' | 'space_id'>

export function findFolder(tree: readonly TreeFolder[], id: string): TreeFolder {
  const folder = tree.find((one) => one.id === id && one.is_seen)
  if (!folder) throw problem('folder_not_found')
  return folder
}

export function requireRoomForFolder(tree: readonly TreeFolder[]): void {
  if (tree.length < maxFolders) return
  throw problem('too_many_folders', {
    detail: `The workspace already has ${maxFolders} folders. Delete some first.`,
  })
}

/** Checks a folder in its new place: no cycle, not too deep, in a suitable folder, a free name. */
export function requirePlace(tree: readonly TreeFolder[], folder: Placed): void {
  const parent = folder.parent_id === null ? null : findFolder(tree, folder.parent_id)
  const above = parent ? findPath(tree, parent) : []
  if (above.some(({ id }) => id === folder.id)) {
    throw problem('folder_cycle', { detail: 'Choose a folder that is not inside this one.' })
  }
  if (above.length + countLevels(tree, folder.id) > maxFolderLevels) {
    throw problem('folders_too_deep', {
      detail: `Folders can be nested at most ${maxFolderLevels} levels deep.`,
    })
  }
  if (parent) requireSameReaders(parent, folder)
  if (!isNameTaken(tree, folder)) return
  throw problem('folder_name_taken', {
    detail: `There is already a folder named “${folder.name}” here. Choose another name.`,
  })
}

/**
 * Everyone who sees a file or folder must also see the folder around it. Otherwise it would be
 * nowhere for some people.
 */
export function requireSameReaders(
  folder: Pick<FolderRow, 'space_id'>,
  content: { space_id: number | null },
): void {
  if (folder.space_id === null || folder.space_id === content.space_id) return
  throw problem('folder_of_teamspace', {
    detail: 'Only files and folders of the same teamspace can be moved into this folder.',
  })
}

/** Whether a sibling has the name; one that the actor cannot see must not show in an error. */
export function isNameTaken(
  tree: readonly TreeFolder[],
  { id, name, parent_id }: Pick<Placed, 'id' | 'name' | 'parent_id'>,
): boolean {
  return tree.some(
    (one) =>
      one.is_seen &&
      one.id !== id &&
      one.parent_id === parent_id &&
      comparable(one.name) === comparable(name),
  )
}

function comparable(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** From the top level down to the folder. */
function findPath(tree: readonly TreeFolder[], folder: TreeFolder): TreeFolder[] {
  const parent = tree.find(({ id }) => id === folder.parent_id)
  return parent ? [...findPath(tree, parent), folder] : [folder]
}

/** 1 for a folder without folders. */
function countLevels(tree: readonly TreeFolder[], id: string): number {
  const children = tree.filter(({ parent_id }) => parent_id === id)
  return 1 + Math.max(0, ...children.map((child) => countLevels(tree, child.id)))
}
