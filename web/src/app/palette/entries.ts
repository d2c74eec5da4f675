import type { Asset, DraftSummary, Member, Notification, ProjectSummary } from '@atelier/sdk'
import {
  AudioLines,
  Bell,
  CircleDot,
  FolderKanban,
  Images,
  KanbanSquare,
  type LucideIcon,
  MessagesSquare,
  PencilLine,
  Play,
  Send,
  User,
  Workflow,
} from 'lucide-react'
import { assetKinds } from '../assets.ts'
import { asTitle, type PaletteResult } from './palette-result.ts'

/** Each kind of object as a palette entry: its name and where the console shows it. */
export const entryOf = {
  task: ({ id, title, slug }: { id: string; title: string; slug: string }): PaletteResult =>
    entry(CircleDot, title, `/tasks/${id}`, slug),
  board: ({ title, slug }: { title: string; slug: string }): PaletteResult =>
    entry(KanbanSquare, title, `/boards/${slug}`),
  project: ({ id, resourcetype, title }: Pick<ProjectSummary, 'id' | 'resourcetype' | 'title'>) =>
    entry(FolderKanban, title, `/projects/${resourcetype}/${id}`, resourcetype),
  workflow: ({ id, title }: { id: string; title: string }): PaletteResult =>
    entry(Workflow, title, `/workflows/${id}`),
  run: (
    { run_id, definition_id, status }: { run_id: string; definition_id: string; status: string },
    title: string,
  ): PaletteResult =>
    entry(Play, title, `/workflows/${definition_id}/runs/${run_id}`, inWords(run_id, status)),
  notification: ({ id, thread_id, title, sender }: Notification): PaletteResult =>
    thread_id === null
      ? entry(Bell, title, `/inbox/${id}`, sender.name)
      : entry(MessagesSquare, title, `/threads/${encodeURIComponent(thread_id)}`, sender.name),
  asset: ({ id, name, asset_type }: Pick<Asset, 'id' | 'name' | 'asset_type'>): PaletteResult =>
    entry(Images, name, `/assets/${id}`, assetKinds[asset_type]),
  transcription: (of: {
    id: string
    excerpt?: string | null
    language_code: string
  }): PaletteResult =>
    entry(
      AudioLines,
      asTitle(of.excerpt ?? '') || `Transcription ${of.id.slice(0, 8)}`,
      `/speech/${of.id}`,
      of.language_code,
    ),
  draft: (draft: DraftSummary): PaletteResult => social(PencilLine, draft),
  post: (post: DraftSummary): PaletteResult => social(Send, post),
  person: ({ user_id, first_name, last_name, email }: Member): PaletteResult => ({
    ...entry(User, `${first_name} ${last_name}`.trim() || email, '/settings/members', email),
    key: `person ${user_id}`,
  }),
}

function entry(icon: LucideIcon, title: string, path: string, note?: string): PaletteResult {
  return { key: path, title, icon, leads: path, ...(note && { note }) }
}

function social(icon: LucideIcon, { id, message, account }: DraftSummary): PaletteResult {
  return entry(icon, asTitle(message) || 'No text', `/social/${id}`, account.name)
}

function inWords(id: string, status: string): string {
  return `${status.toLowerCase().replaceAll('_', ' ')} · ${id.slice(0, 8)}`
}
