import type { SocialAccount } from '@atelier/sdk'

export interface CredentialField {
  name: 'base_url' | 'access_token' | 'service_url' | 'handle' | 'app_password' | 'url' | 'secret'
  label: string
  hint?: string
  placeholder?: string
  isSecret?: boolean
  isOptional?: boolean
}

/** The credentials that each network requires. */
export const credentialFields: Record<SocialAccount['network'], CredentialField[]> = {
  mastodon: [
    { name: 'base_url', label: 'Server', placeholder: 'https://mastodon.social' },
    {
      name: 'access_token',
      label: 'Access token',
      hint: 'Create one in Mastodon: Preferences → Development, with “read” and “write”.',
      isSecret: true,
    },
  ],
  bluesky: [
    { name: 'handle', label: 'Handle', placeholder: 'name.bsky.social' },
    {
      name: 'app_password',
      label: 'App password',
      hint: 'Create one in Bluesky: Settings → Privacy and security → App passwords.',
      isSecret: true,
    },
    {
      name: 'service_url',
      label: 'Server (optional)',
      placeholder: 'https://bsky.social',
      isOptional: true,
    },
  ],
  webhook: [
    { name: 'url', label: 'URL', placeholder: 'https://example.com/posts' },
    {
      name: 'secret',
      label: 'Secret',
      hint: 'Signs posts as defined by Standard Webhooks. At least 16 characters.',
      isSecret: true,
    },
  ],
}
