import type { Connection } from '@atelier/sdk'
import type { ReactNode } from 'react'

export type AppKind = Connection['kind']

interface AppField {
  id: 'bot_token' | 'signing_secret' | 'app_token' | 'url' | 'authserv_id'
  label: string
  hint?: string
  isOptional?: true
  /** Not a secret, so the person sees what they type. */
  isPlain?: true
}

interface AppGuide {
  title: string
  /** What to do in the app before connecting it. */
  steps: ReactNode[]
  fields: AppField[]
  /** What to do in the app with the URL that the connection gets. */
  nextSteps: ReactNode[]
}

const link = (href: string, text: string) => (
  <a href={href} target="_blank" rel="noreferrer">
    {text}
  </a>
)

export const appKinds = [
  { id: 'slack', label: 'Slack' },
  { id: 'telegram', label: 'Telegram' },
  { id: 'discord', label: 'Discord' },
  { id: 'imap', label: 'Mailbox' },
] as const satisfies readonly { id: AppKind; label: string }[]

export const slackSocketFields: AppField[] = [
  { id: 'bot_token', label: 'Bot token', hint: 'Starts with xoxb-.' },
  {
    id: 'app_token',
    label: 'App-level token',
    hint: 'Starts with xapp-. Slack shows it under Basic Information.',
  },
]

/** How to set up each app, in the words that its own pages use. */
export const appGuides: Record<AppKind, AppGuide> = {
  slack: {
    title: 'Slack',
    steps: [
      <>
        Open {link('https://api.slack.com/apps', 'api.slack.com/apps')} and choose{' '}
        <b>Create New App</b>.
      </>,
      <>
        Under <b>OAuth & Permissions</b>, add the bot scopes <code>chat:write</code>,{' '}
        <code>im:write</code> and <code>commands</code>. Then install the app.
      </>,
      <>Copy the bot token and the signing secret into the fields below.</>,
    ],
    fields: [
      { id: 'bot_token', label: 'Bot token', hint: 'Starts with xoxb-.' },
      { id: 'signing_secret', label: 'Signing secret', hint: 'Under Basic Information.' },
    ],
    nextSteps: [
      <>
        Under <b>Interactivity & Shortcuts</b>, turn interactivity on and paste this URL as{' '}
        <b>Request URL</b>.
      </>,
      <>
        Under <b>Slash Commands</b>, create <code>/atelier</code> with the same URL.
      </>,
    ],
  },
  telegram: {
    title: 'Telegram',
    steps: [
      <>
        Write to {link('https://t.me/BotFather', '@BotFather')} in Telegram and send{' '}
        <code>/newbot</code>.
      </>,
      <>Choose a name, then copy the token that you get.</>,
    ],
    fields: [{ id: 'bot_token', label: 'Bot token', hint: 'Such as 123456:ABC-DEF….' }],
    nextSteps: [],
  },
  discord: {
    title: 'Discord',
    steps: [
      <>
        Open {link('https://discord.com/developers/applications', 'discord.com/developers')} and
        create an application.
      </>,
      <>
        Under <b>Bot</b>, copy the token. Under <b>Installation</b>, add the app to your server.
      </>,
    ],
    fields: [{ id: 'bot_token', label: 'Bot token' }],
    nextSteps: [
      <>
        Under <b>General Information</b>, paste this URL as <b>Interactions Endpoint URL</b>.
        Discord checks it right away.
      </>,
    ],
  },
  imap: {
    title: 'Mailbox',
    steps: [
      <>The operator sets the reply address. Its emails must arrive in this mailbox.</>,
      <>The server reads unread emails every 30 seconds and marks them as read.</>,
    ],
    fields: [
      {
        id: 'url',
        label: 'IMAP URL',
        hint: 'imaps://user:password@host/INBOX. Percent-encode special characters.',
      },
      {
        id: 'authserv_id',
        label: 'Receiving server',
        hint: 'The first word of Authentication-Results in its emails, such as mx.example.com.',
        isOptional: true,
        isPlain: true,
      },
    ],
    nextSteps: [],
  },
}
