import type { SocialAccount } from '@atelier/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldError } from '../../app/field-errors.ts'
import { accountsQuery } from '../../app/queries.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useDraft } from '../../ui/drafts.ts'
import { type Composition, initialComposition, type Slot } from './composition.ts'
import { addDays, localTime, timeOn } from './days.ts'
import { problemsOn } from './message-length.ts'
import type { Entry, PostOrDraft } from './queries.ts'
import { isMovable } from './use-move.ts'
import { type SaveMode, useSave } from './use-save.ts'
import { useZone } from './use-zone.ts'

const shownFields = ['message', 'media', 'date', 'time', 'comments', 'additional']

/** The state of the composer: what is written, for which accounts, and whether it can be sent. */
export function useComposer(post: PostOrDraft | undefined, siblings: Entry[]) {
  const [params, change] = useSearchParams()
  const { zone } = useZone()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const slot = readSlot(params, accounts)
  const isTimeChosen = post ? post.status !== 'draft' : slot.date !== ''
  const draft = useDraft(post ? `post ${post.id}` : 'new post', () => ({
    composition: initialComposition(post, zone, slot),
    when: (isTimeChosen ? 'schedule' : 'draft') as SaveMode,
  }))
  const { composition, when } = draft.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the composer opens
  useEffect(() => {
    if (post || !slot.date || !draft.isRestored) return
    const [date = '', time = ''] = slot.date.split(' ')
    draft.set({ when: 'schedule', composition: { ...composition, date, time } })
  }, [])
  const [reach, setReach] = useState<'here' | 'everywhere'>('here')
  const close = () => change({ compose: undefined, date: undefined, on: undefined })
  const save = useSave(post, zone, () => {
    draft.discard()
    close()
  })
  const open = siblings.filter(isMovable)
  const others = reach === 'everywhere' ? open : []
  const meant = [...composition.accountIds, ...others.map(({ account }) => account.id)]
  const chosen = accounts.filter(({ id }) => meant.includes(id))
  const isReady = chosen.every((account) => problemsOn(account, composition).length === 0)
  const isTimed = composition.date !== '' && composition.time !== ''
  const readError = (field: string) => fieldError(save.error, field)
  return {
    accounts,
    chosen,
    open,
    reach,
    setReach,
    composition,
    update: (part: Partial<Composition>) =>
      draft.set({ when, composition: { ...composition, ...part } }),
    when,
    setWhen: (next: SaveMode) => {
      const isUntimed = next === 'schedule' && composition.date === '' && composition.time === ''
      const time = isUntimed ? tomorrowMorning(zone) : {}
      draft.set({ composition: { ...composition, ...time }, when: next })
    },
    isRestored: draft.isRestored,
    discard: draft.discard,
    zone,
    close,
    errorOf: readError,
    /** An error that belongs to no field. */
    otherError: shownFields.some(readError) ? null : save.error,
    isPending: save.isPending,
    isIncomplete:
      chosen.length === 0 || (when !== 'draft' && !isReady) || (when === 'schedule' && !isTimed),
    send: () => save.mutate({ composition, when, others }),
  }
}

function tomorrowMorning(zone: string): Pick<Composition, 'date' | 'time'> {
  const now = localTime(new Date(), zone)
  const date = addDays(now.slice(0, 10), 1)
  return { date, time: timeOn(date, now) }
}

/** The slot that was clicked in the calendar. A single account is always chosen. */
function readSlot(
  { date = '', on = '' }: Record<string, string | undefined>,
  all: SocialAccount[],
): Slot {
  const wanted = on.split(',').map(Number)
  const accountIds = all.map(({ id }) => id).filter((id) => wanted.includes(id) || all.length === 1)
  return { date, accountIds }
}
