/** One account, one draft and one post for the API reference. */
export const exampleAccount = {
  id: 7,
  name: '@studio@mastodon.social',
  type: 'profile',
  network: 'mastodon',
  handle: '@studio@mastodon.social',
  url: 'https://mastodon.social/@studio',
  address_hint: 'https://mastodon.social',
  credential_hint: '…4f2a',
  is_active: true,
  max_characters: 500,
  max_media: 4,
  verified_at: '2026-11-15T09:30:00.000Z',
  last_error: null,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

export const exampleDraft = {
  id: 41,
  group_id: '0d6f3f0e-7a55-4c0b-9f3a-2f0d8c6b1e47',
  account: { id: 7, network: 'mastodon', name: '@studio@mastodon.social' },
  message: 'The bench is back in the park. #autumn',
  media: [
    {
      asset_id: '5d0f2c9b-1e64-4f5a-8a77-3f2a0b6e9c1d',
      url: 'https://atelier.example/files/…',
      thumbnail: 'https://atelier.example/files/…',
      description: 'A wooden bench under a maple tree.',
    },
  ],
  tags: ['Autumn launch'],
  status: 'draft',
  date: '2037-11-20T08:30:00.000Z',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  created_by: 1,
}

export const examplePost = {
  ...exampleDraft,
  status: 'published',
  url: 'https://mastodon.social/@studio/115555555555555555',
  published_at: '2037-11-20T08:30:02.000Z',
  error: null,
}

const whole = {
  comments: ['Where did you see it?'],
  additional: { mastodon: { visibility: 'public' } },
  timezone: 'Europe/Berlin',
  queued: false,
}

export const wholeDraft = { ...exampleDraft, ...whole }

export const wholePost = {
  ...examplePost,
  ...whole,
  attempts: 1,
  outcome_unknown: false,
  comments_published: 1,
}

export const scheduledPost = {
  ...wholePost,
  status: 'scheduled',
  url: null,
  published_at: null,
  attempts: 0,
  comments_published: 0,
}

export const exampleSlot = {
  id: 3,
  account_id: 7,
  weekday: 'tue',
  time: '09:30',
  timezone: 'Europe/Berlin',
  created_at: '2026-11-15T09:30:00.000Z',
}

export const exampleTag = { id: 5, name: 'Autumn launch', created_at: '2026-11-15T09:30:00.000Z' }
