import type { Command } from 'commander'

interface CommandEntry {
  says: string
  group: string
  /** Loaded only when the command is used, so that help and usage errors appear at once. */
  load: () => Promise<Command>
}

const everyday = 'Everyday'
const media = 'Images and audio, on a server or on this machine'
const account = 'Sign in'
const here = 'This installation'

export const handMade: Record<string, CommandEntry> = {
  login: {
    says: 'sign in to a server with a browser or an API key',
    group: account,
    load: async () => (await import('./login.ts')).loginCommand(),
  },
  logout: {
    says: 'sign out and delete the profile',
    group: account,
    load: async () => (await import('./logout.ts')).logoutCommand(),
  },
  whoami: {
    says: 'show your user, server and workspace',
    group: account,
    load: async () => (await import('./whoami.ts')).whoamiCommand(),
  },
  profiles: {
    says: 'list the servers you are signed in to',
    group: account,
    load: async () => (await import('./profiles.ts')).profilesCommand(),
  },
  notify: {
    says: 'notify a person, or ask a question and wait for the answer',
    group: everyday,
    load: async () => (await import('./shortcuts/notify.ts')).notifyCommand(),
  },
  inbox: {
    says: 'list, read and answer your notifications',
    group: everyday,
    load: async () => (await import('./shortcuts/inbox.ts')).inboxCommand(),
  },
  receipts: {
    says: 'fetch and verify receipts of consent',
    group: everyday,
    load: async () => (await import('./receipts.ts')).receiptsCommand(),
  },
  board: {
    says: 'show a board as columns',
    group: everyday,
    load: async () => (await import('./shortcuts/board.ts')).boardCommand(),
  },
  card: {
    says: 'show, add, move, comment on or complete a card; also every operation on cards',
    group: everyday,
    load: async () => (await import('./shortcuts/card.ts')).cardCommand(),
  },
  job: {
    says: 'list, follow and cancel jobs: image work, speech and the like',
    group: everyday,
    load: async () => (await import('./shortcuts/job.ts')).jobCommand(),
  },
  project: {
    says: 'edit project data in your editor',
    group: everyday,
    load: async () => (await import('./shortcuts/project.ts')).projectCommand(),
  },
  tail: {
    says: 'follow events as they happen',
    group: everyday,
    load: async () => (await import('./shortcuts/tail.ts')).tailCommand(),
  },
  'remove-background': {
    says: 'remove the background of an image',
    group: media,
    load: async () => (await import('./images.ts')).removeBackgroundCommand(),
  },
  outpaint: {
    says: 'extend an image beyond its borders',
    group: media,
    load: async () => (await import('./images.ts')).outpaintCommand(),
  },
  voices: {
    says: 'list voices; also every operation on voices',
    group: media,
    load: async () => (await import('./voices.ts')).voicesCommand(),
  },
  say: {
    says: 'turn text into speech',
    group: media,
    load: async () => (await import('./say.ts')).sayCommand(),
  },
  transcribe: {
    says: 'transcribe an audio or video file',
    group: media,
    load: async () => (await import('./transcribe.ts')).transcribeCommand(),
  },
  serve: {
    says: 'start the server (same as "npm start")',
    group: here,
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  migrate: {
    says: 'migrate the database (serve does this too)',
    group: here,
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  upgrade: {
    says: 'check what an upgrade of this installation would do; changes nothing',
    group: here,
    load: async () => (await import('./upgrade.ts')).upgradeCommand(),
  },
  keys: {
    says: 'manage API keys directly in the database of this installation',
    group: here,
    load: async () => (await import('./keys.ts')).keysCommand(),
  },
  'sign-in-link': {
    says: 'print a one-time link for setting a password, for example for an owner who forgot it',
    group: here,
    load: async () => (await import('./sign-in-link.ts')).signInLinkCommand(),
  },
  'verify-email': {
    says: 'confirm that an email address belongs to the person whose account uses it',
    group: here,
    load: async () => (await import('./verify-email.ts')).verifyEmailCommand(),
  },
  backup: {
    says: 'create, list, verify and prune backups of this installation, while it runs',
    group: here,
    load: async () => (await import('./backup.ts')).backupCommand(),
  },
  restore: {
    says: 'restore a backup into an empty folder, also to a point in time',
    group: here,
    load: async () => (await import('./restore.ts')).restoreCommand(),
  },
  'copy-database': {
    says: 'copy the database of this installation to another PostgreSQL, or into a data folder',
    group: here,
    load: async () => (await import('./copy-database.ts')).copyDatabaseCommand(),
  },
  models: {
    says: 'manage the models of the embedded engines on this machine',
    group: here,
    load: async () => (await import('./models.ts')).modelsCommand(),
  },
  doctor: {
    says: 'find problems with this installation or a running fleet, and how to fix them; changes nothing',
    group: here,
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  webhooks: {
    says: 'forward events to this machine (listen); also every operation on webhooks',
    group: 'For other programs',
    load: async () => (await import('./webhooks.ts')).webhooksCommand(),
  },
  mcp: {
    says: 'connect a stdio MCP client to a running server',
    group: 'For other programs',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  completion: {
    says: 'print a shell completion script for bash, zsh or fish',
    group: 'For other programs',
    load: async () => (await import('./completion.ts')).completionCommand(),
  },
}

/** Former and plural names of commands. */
export const aliases: Readonly<Record<string, string>> = {
  task: 'card',
  cards: 'card',
  jobs: 'job',
}

/** Commands that also have the operations of a noun with another name. */
export const nounsOf: Readonly<Record<string, string>> = { card: 'board-tasks', job: 'tasks' }

/** Nouns that have a command with a clearer name. They keep working. */
export const formerNouns: ReadonlySet<string> = new Set(Object.values(nounsOf))
