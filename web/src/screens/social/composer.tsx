import { AtelierError } from '@atelier/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useAddress } from '../../app/address.ts'
import { accountsQuery } from '../../app/queries.ts'
import { messageOf } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { AccountPicker } from './account-picker.tsx'
import { AudienceFields } from './audience-fields.tsx'
import styles from './composer.module.css'
import { type Composition, initialComposition } from './composition.ts'
import { Counters } from './counters.tsx'
import { MediaField } from './media-field.tsx'
import { problemsOn } from './message-length.ts'
import type { Entry, Whole } from './queries.ts'
import { RepliesField } from './replies-field.tsx'
import { TagField } from './tag-field.tsx'
import { isMovable } from './use-move.ts'
import { useSave, type When } from './use-save.ts'
import { useZone } from './use-zone.ts'
import { WhenFields } from './when-fields.tsx'

const whens: { id: When; label: string; button: string }[] = [
  { id: 'draft', label: 'Keep as draft', button: 'Save draft' },
  { id: 'schedule', label: 'Pick a date and time', button: 'Schedule' },
  { id: 'add_to_queue', label: 'Next free queue slot', button: 'Add to queue' },
  { id: 'publish', label: 'Immediately', button: 'Publish now' },
]

interface Props {
  post?: Whole
  /** Posts from the same composition for other accounts. */
  siblings?: Entry[]
}

/** Writes a post for one or several accounts, or edits one that is not published. */
export function Composer({ post, siblings = [] }: Props) {
  const [address, change] = useAddress()
  const { zone } = useZone()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const [composition, setComposition] = useState<Composition>(() =>
    initialComposition(post, zone, address.date),
  )
  const [when, setWhen] = useState<When>(post && post.status !== 'draft' ? 'schedule' : 'draft')
  const [isAsking, setAsking] = useState(false)
  const [reach, setReach] = useState<'here' | 'everywhere'>('here')
  const close = () => change({ compose: undefined, date: undefined })
  const save = useSave(post, zone, close)
  const open = siblings.filter(isMovable)
  const others = reach === 'everywhere' ? open : []
  const meant = [...composition.accountIds, ...others.map(({ account }) => account.id)]
  const chosen = accounts.filter(({ id }) => meant.includes(id))
  const isReady = chosen.every((account) => problemsOn(account, composition).length === 0)
  const errors = save.error instanceof AtelierError ? save.error.errors : []
  const errorOf = (name: string) => {
    const found = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
    return found && `${found.message.charAt(0).toUpperCase()}${found.message.slice(1)}.`
  }
  const hasPlace = errors.some(({ path }) =>
    /^(message|media|date|time|comments|additional)/.test(path),
  )
  // A scheduled post stays scheduled; its page has “Move back to drafts”.
  const options =
    post && post.status !== 'draft' ? whens.filter(({ id }) => id === 'schedule') : whens
  const update = (part: Partial<Composition>) =>
    setComposition((before) => ({ ...before, ...part }))
  const isTimed = composition.date !== '' && composition.time !== ''
  const submit = () =>
    when === 'publish' ? setAsking(true) : save.mutate({ composition, when, others })
  return (
    <Dialog title={post ? 'Edit post' : 'Write a post'} isOpen onClose={close} kind="drawer">
      <Form
        className={styles.composer as string}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {post === undefined && (
          <AccountPicker
            accounts={accounts}
            value={composition.accountIds}
            onChange={(accountIds) => update({ accountIds })}
          />
        )}
        {open.length > 0 && (
          <Segments
            label="Apply changes"
            options={[
              { id: 'here', label: `On ${post?.account.name}` },
              { id: 'everywhere', label: `On all ${open.length + 1} accounts` },
            ]}
            value={reach}
            onChange={setReach}
          />
        )}
        <div>
          <Field
            label="Text"
            rows={6}
            autoFocus
            value={composition.message}
            onChange={(message) => update({ message })}
            error={errorOf('message')}
          />
          <Counters accounts={chosen} composition={composition} isDraft={when === 'draft'} />
        </div>
        <MediaField
          media={composition.media}
          onChange={(media) => update({ media })}
          error={errorOf('media')}
        />
        <RepliesField
          replies={composition.comments}
          onChange={(comments) => update({ comments })}
          errorOf={(index) => errorOf(`comments.${index}`)}
        />
        <AudienceFields
          accounts={chosen}
          audience={composition.audience}
          onChange={(audience) => update({ audience })}
          error={errorOf('additional')}
        />
        <TagField value={composition.tags} onChange={(tags) => update({ tags })} />
        <Choice label="When" options={options} value={when} onChange={setWhen} />
        <WhenFields
          isOptional={when === 'draft'}
          isShown={when === 'draft' || when === 'schedule'}
          composition={composition}
          zone={zone}
          onChange={update}
          errorOf={errorOf}
        />
        {save.isError && !hasPlace && (
          <p role="alert" className={styles.error}>
            {messageOf(save.error)}
          </p>
        )}
        <DialogButtons>
          <Button onPress={close}>Cancel</Button>
          <Button
            kind="first"
            type="submit"
            isDisabled={
              save.isPending ||
              chosen.length === 0 ||
              (when !== 'draft' && !isReady) ||
              (when === 'schedule' && !isTimed)
            }
          >
            {whens.find(({ id }) => id === when)?.button}
          </Button>
        </DialogButtons>
      </Form>
      <Confirm
        title="Publish now?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Publish"
        isPending={save.isPending}
        onConfirm={() => {
          setAsking(false)
          save.mutate({ composition, when, others })
        }}
      >
        This publishes the post now on {chosen.map(({ name }) => name).join(', ')}. You cannot undo
        this here.
      </Confirm>
    </Dialog>
  )
}
