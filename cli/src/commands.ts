import type { Command } from 'commander'

interface CommandEntry {
  says: string
  group: string
  /** Loaded only when the command is used, so that help and usage errors appear at once. */
  load: () => Promise<Command>
}

function command(group: string, says: string, load: CommandEntry['load']): CommandEntry {
  return { says, group, load }
}

const everyday = 'Everyday'
const media = 'Images and audio, on a server or on this machine'
const account = 'Sign in'
const here = 'This installation'
const others = 'For other programs'

export const handMade: Record<string, CommandEntry> = {
  login: command(account, 'sign in to a server with a browser or an API key', async () =>
    (await import('./login.ts')).loginCommand(),
  ),
  logout: command(account, 'sign out and delete the profile', async () =>
    (await import('./logout.ts')).logoutCommand(),
  ),
  whoami: command(account, 'show your user, server and workspace', async () =>
    (await import('./whoami.ts')).whoamiCommand(),
  ),
  profiles: command(account, 'list the servers you are signed in to', async () =>
    (await import('./profiles.ts')).profilesCommand(),
  ),
  notify: command(
    everyday,
    'notify a person, or ask a question and wait for the answer',
    async () => (await import('./shortcuts/notify.ts')).notifyCommand(),
  ),
  inbox: command(everyday, 'list, read and answer your notifications', async () =>
    (await import('./shortcuts/inbox.ts')).inboxCommand(),
  ),
  receipts: command(everyday, 'fetch and verify receipts of consent', async () =>
    (await import('./receipts.ts')).receiptsCommand(),
  ),
  board: command(everyday, 'show a board as columns', async () =>
    (await import('./shortcuts/board.ts')).boardCommand(),
  ),
  card: command(
    everyday,
    'show, add, move, comment on or complete a card; also every operation on cards',
    async () => (await import('./shortcuts/card.ts')).cardCommand(),
  ),
  job: command(
    everyday,
    'list, follow and cancel jobs: image work, speech and the like',
    async () => (await import('./shortcuts/job.ts')).jobCommand(),
  ),
  project: command(everyday, 'edit project data in your editor', async () =>
    (await import('./shortcuts/project.ts')).projectCommand(),
  ),
  tail: command(everyday, 'follow events as they happen', async () =>
    (await import('./shortcuts/tail.ts')).tailCommand(),
  ),
  'remove-background': command(media, 'remove the background of an image', async () =>
    (await import('./media/remove-background.ts')).removeBackgroundCommand(),
  ),
  outpaint: command(media, 'extend an image beyond its borders', async () =>
    (await import('./media/outpaint.ts')).outpaintCommand(),
  ),
  voices: command(media, 'list voices; also every operation on voices', async () =>
    (await import('./media/voices.ts')).voicesCommand(),
  ),
  say: command(media, 'turn text into speech', async () =>
    (await import('./media/say.ts')).sayCommand(),
  ),
  transcribe: command(media, 'transcribe an audio or video file', async () =>
    (await import('./media/transcribe.ts')).transcribeCommand(),
  ),
  serve: command(here, 'start the server (same as "npm start")', async () =>
    (await import('./serve.ts')).serveCommand(),
  ),
  migrate: command(here, 'migrate the database (serve does this too)', async () =>
    (await import('./migrate.ts')).migrateCommand(),
  ),
  upgrade: command(
    here,
    'check what an upgrade of this installation would do; changes nothing',
    async () => (await import('./upgrade.ts')).upgradeCommand(),
  ),
  keys: command(here, 'manage API keys directly in the database of this installation', async () =>
    (await import('./keys.ts')).keysCommand(),
  ),
  'sign-in-link': command(
    here,
    'print a one-time link for setting a password, for example for an owner who forgot it',
    async () => (await import('./sign-in-link.ts')).signInLinkCommand(),
  ),
  'verify-email': command(
    here,
    'confirm that an email address belongs to the person whose account uses it',
    async () => (await import('./verify-email.ts')).verifyEmailCommand(),
  ),
  backup: command(
    here,
    'create, list, verify and prune backups of this installation, while it runs',
    async () => (await import('./backup.ts')).backupCommand(),
  ),
  restore: command(
    here,
    'restore a backup into an empty folder, also to a point in time',
    async () => (await import('./restore.ts')).restoreCommand(),
  ),
  'copy-database': command(
    here,
    'copy the database of this installation to another PostgreSQL, or into a data folder',
    async () => (await import('./copy-database.ts')).copyDatabaseCommand(),
  ),
  models: command(here, 'manage the models of the embedded engines on this machine', async () =>
    (await import('./models.ts')).modelsCommand(),
  ),
  doctor: command(
    here,
    'find problems with this installation or a running fleet, and how to fix them; changes nothing',
    async () => (await import('./doctor.ts')).doctorCommand(),
  ),
  webhooks: command(
    others,
    'forward events to this machine (listen); also every operation on webhooks',
    async () => (await import('./webhooks.ts')).webhooksCommand(),
  ),
  mcp: command(others, 'connect a stdio MCP client to a running server', async () =>
    (await import('./mcp.ts')).mcpCommand(),
  ),
  completion: command(others, 'print a shell completion script for bash, zsh or fish', async () =>
    (await import('./completion.ts')).completionCommand(),
  ),
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
