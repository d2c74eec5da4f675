import { useState } from 'react'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { RestoredDraft } from '../../ui/restored-draft.tsx'
import { Segments } from '../../ui/segments.tsx'
import { AccountPicker } from './account-picker.tsx'
import { AudienceFields } from './audience-fields.tsx'
import styles from './composer.module.css'
import { Counters } from './counters.tsx'
import { MediaField } from './media-field.tsx'
import { PostPreview } from './preview/post-preview.tsx'
import type { Entry, PostOrDraft } from './queries.ts'
import { RepliesField } from './replies-field.tsx'
import { TagField } from './tag-field.tsx'
import { useComposer } from './use-composer.ts'
import type { SaveMode } from './use-save.ts'
import { WhenFields } from './when-fields.tsx'

const whens: { id: SaveMode; label: string; button: string }[] = [
  { id: 'draft', label: 'Keep as draft', button: 'Save draft' },
  { id: 'schedule', label: 'Pick a date and time', button: 'Schedule' },
  { id: 'add_to_queue', label: 'Next free queue slot', button: 'Add to queue' },
  { id: 'publish', label: 'Immediately', button: 'Publish now' },
]

interface Props {
  post?: PostOrDraft
  /** Posts from the same composition for other accounts. */
  siblings?: Entry[]
}

/** Writes a post for one or several accounts, or edits one that is not published. */
export function Composer({ post, siblings = [] }: Props) {
  const composer = useComposer(post, siblings)
  const { when, chosen, isPending, close, send } = composer
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <FormDialog
        title={post ? 'Edit post' : 'Write a post'}
        kind="wide-drawer"
        validation="aria"
        action={whens.find(({ id }) => id === when)?.button ?? ''}
        send={{
          mutate: () => (when === 'publish' ? setAsking(true) : send()),
          error: composer.otherError,
          isPending,
        }}
        isIncomplete={composer.isIncomplete}
        onClose={close}
      >
        <RestoredDraft isRestored={composer.isRestored} onDiscard={composer.discard} />
        <div className={styles.columns}>
          <div className={form.form}>
            <WhereFields post={post} {...composer} />
            <ContentFields {...composer} />
            <TimeFields post={post} {...composer} />
          </div>
          <PostPreview accounts={chosen} composition={composer.composition} />
        </div>
      </FormDialog>
      <Confirm
        title="Publish now?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Publish"
        isPending={isPending}
        onConfirm={() => {
          setAsking(false)
          send()
        }}
      >
        This publishes the post now on {chosen.map(({ name }) => name).join(', ')}. You cannot undo
        this here.
      </Confirm>
    </>
  )
}

type PartProps = ReturnType<typeof useComposer>

function WhereFields({ post, ...composer }: PartProps & { post: PostOrDraft | undefined }) {
  const { accounts, composition, update, open, reach, setReach } = composer
  return (
    <>
      {!post && (
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
    </>
  )
}

function ContentFields({ composition, update, chosen, when, errorOf }: PartProps) {
  return (
    <>
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
    </>
  )
}

function TimeFields({ post, ...composer }: PartProps & { post: PostOrDraft | undefined }) {
  const { when, setWhen, composition, zone, update, errorOf } = composer
  // A scheduled post stays scheduled; its page has “Move back to drafts”.
  const isScheduled = post !== undefined && post.status !== 'draft'
  const options = isScheduled ? whens.filter(({ id }) => id === 'schedule') : whens
  return (
    <>
      <Choice label="When" options={options} value={when} onChange={setWhen} />
      {(when === 'draft' || when === 'schedule') && (
        <WhenFields
          isOptional={when === 'draft'}
          composition={composition}
          zone={zone}
          onChange={update}
          errorOf={errorOf}
        />
      )}
    </>
  )
}
