import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { LightboxButton } from '../../app/lightbox-button.tsx'
import { accountsQuery } from '../../app/queries.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { When } from '../../ui/when.tsx'
import { Composer } from './composer.tsx'
import { dayInWords, localTime, zoneInWords } from './days.ts'
import { NetworkIcon } from './network-icon.tsx'
import { PostActions } from './post-actions.tsx'
import { PostBadge } from './post-badge.tsx'
import { AlsoOn, AudienceLine, Replies } from './post-parts.tsx'
import styles from './post-screen.module.css'
import { type PostOrDraft, postQuery, siblingsQuery } from './queries.ts'
import { useZone } from './use-zone.ts'

/** A post on one account: its text, its status, and its status on other accounts. */
export function PostScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [{ compose }] = useSearchParams()
  const mayWrite = useMay('social:write')
  const { zone } = useZone()
  const { data: post } = useSuspenseQuery(postQuery(Number(id)))
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const ids = accounts.map((account) => account.id)
  const others = useQuery(siblingsQuery(post, ids, zone)).data ?? []
  return (
    <Page
      title={post.status === 'draft' ? 'Draft' : 'Post'}
      up={{ to: '/social', label: 'Social' }}
      beside={
        <span role="status" className={styles.status}>
          <PostBadge status={post.status} />
        </span>
      }
      actions={mayWrite && <PostActions post={post} siblings={others} />}
    >
      <article className={styles.post}>
        <p className={styles.account}>
          <NetworkIcon network={post.account.network} size={16} />
          <strong>{post.account.name}</strong>
        </p>
        <AudienceLine additional={post.additional} network={post.account.network} />
        <p className={styles.message}>{post.message || 'No text'}</p>
        {post.media.length > 0 && (
          <ul className={styles.media}>
            {post.media.map(({ asset_id, url, thumbnail, description }) => (
              <li key={asset_id ?? url}>
                {url ? (
                  <LightboxButton pictures={[{ url, name: description || 'the image' }]}>
                    {/* The description is shown below as text. */}
                    <img src={thumbnail ?? url} alt="" />
                  </LightboxButton>
                ) : (
                  <span>The file was deleted.</span>
                )}
                {description && <small>{description}</small>}
              </li>
            ))}
          </ul>
        )}
        <Replies comments={post.comments} published={post.comments_published} />
        <PostFacts post={post} zone={zone} />
        <AlsoOn entries={others} message={post.message} />
      </article>
      {compose === 'edit' && mayWrite && (
        <Composer key={post.updated_at} post={post} siblings={others} />
      )}
    </Page>
  )
}

function PostFacts({ post, zone }: { post: PostOrDraft; zone: string }) {
  const { date, tags, error, url, published_at, outcome_unknown, attempts, queued } = post
  const local = date ? localTime(new Date(date), zone) : ''
  return (
    <>
      {error && (
        <div role="alert" className={styles.error}>
          <p>{error}</p>
          {outcome_unknown && (
            <p>It may have been published. Check the network before you publish it again.</p>
          )}
        </div>
      )}
      <div className={styles.facts}>
        <Facts>
          {date && (
            <Fact name={post.status === 'draft' ? 'Planned for' : 'Scheduled for'}>
              {dayInWords(local.slice(0, 10))}, {local.slice(11)}{' '}
              <span className={styles.soft}>
                ({zoneInWords(zone, new Date(date))}
                {queued && ', from the queue'})
              </span>
            </Fact>
          )}
          {published_at && (
            <Fact name="Published">
              <When at={published_at} />{' '}
              {url && (
                <a href={url} target="_blank" rel="noreferrer">
                  View post <ExternalLink size={12} className={styles.inline} aria-hidden />
                </a>
              )}
            </Fact>
          )}
          <Fact name="Attempts">{attempts || null}</Fact>
          <Fact name="Tags">{tags.map((tag) => `#${tag}`).join(', ')}</Fact>
          <Fact name="Created">
            <When at={post.created_at} />
          </Fact>
        </Facts>
      </div>
    </>
  )
}
