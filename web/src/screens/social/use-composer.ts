import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddress } from '../../app/address.ts'
import { fieldError } from '../../app/field-errors.ts'
import { accountsQuery } from '../../app/queries.ts'
import { useDraft } from '../../ui/drafts.ts'
import { type Composition, initialComposition } from './composition.ts'
import { problemsOn } from './message-length.ts'
import type { Entry, Whole } from './queries.ts'
import { isMovable } from './use-move.ts'
import { useSave, type When } from './use-save.ts'
import { useZone } from './use-zone.ts'

const shownFields = ['message', 'media', 'date', 'time', 'comments', 'additional']

/** The state of the composer: what is written, for which accounts, and whether it can be sent. */
export function useComposer(post: Whole | undefined, siblings: Entry[]) {
  const [address, change] = useAddress()
  const { zone } = useZone()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const draft = useDraft(post ? `post ${post.id}` : 'new post', () => ({
    composition: initialComposition(post, zone, address.date),
    when: (post && post.status !== 'draft' ? 'schedule' : 'draft') as When,
  }))
  const { composition, when } = draft.value
  const [reach, setReach] = useState<'here' | 'everywhere'>('here')
  const close = () => change({ compose: undefined, date: undefined })
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
  const errorOf = (field: string) => fieldError(save.error, field)
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
    setWhen: (next: When) => draft.set({ composition, when: next }),
    isRestored: draft.isRestored,
    discard: draft.discard,
    zone,
    close,
    errorOf,
    /** An error that belongs to no field. */
    otherError: shownFields.some(errorOf) ? null : save.error,
    isPending: save.isPending,
    isIncomplete:
      chosen.length === 0 || (when !== 'draft' && !isReady) || (when === 'schedule' && !isTimed),
    send: () => save.mutate({ composition, when, others }),
  }
}
