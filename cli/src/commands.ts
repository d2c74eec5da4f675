import type { Command } from 'commander'

interface HandMade {
  says: string
  group: string
  /** Loaded only when the command is used, so that help and usage errors appear at once. */
  load: () => Promise<Command>
}

const everyday = 'Everyday'
const media = 'Pictures and sound, by a server or on this machine'
const account = 'Sign in'
const here = 'This installation'

export const handMade: Record<string, HandMade> = {
  login: {
    says: 'sign in to a server with a browser, or with a key',
    group: account,
    load: async () => (await import('./login.ts')).loginCommand(),
  },
  logout: {
    says: 'end the session of a profile and forget it',
    group: account,
    load: async () => (await import('./logout.ts')).logoutCommand(),
  },
  whoami: {
    says: 'who you are, where, and in which workspace',
    group: account,
    load: async () => (await import('./whoami.ts')).whoamiCommand(),
  },
  profiles: {
    says: 'the servers that you are signed in to',
    group: account,
    load: async () => (await import('./profiles.ts')).profilesCommand(),
  },
  notify: {
    says: 'tell a person something, or ask and wait for the answer',
    group: everyday,
    load: async () => (await import('./shortcuts/notify.ts')).notifyCommand(),
  },
  inbox: {
    says: 'what you have not read; read and answer it',
    group: everyday,
    load: async () => (await import('./shortcuts/inbox.ts')).inboxCommand(),
  },
  board: {
    says: 'a board as columns',
    group: everyday,
    load: async () => (await import('./shortcuts/board.ts')).boardCommand(),
  },
  task: {
    says: 'a task of a board: show, add, move, comment, done',
    group: everyday,
    load: async () => (await import('./shortcuts/task.ts')).taskCommand(),
  },
  project: {
    says: 'edit the data of a project in your editor',
    group: everyday,
    load: async () => (await import('./shortcuts/project.ts')).projectCommand(),
  },
  tail: {
    says: 'follow what happens',
    group: everyday,
    load: async () => (await import('./shortcuts/tail.ts')).tailCommand(),
  },
  'remove-background': {
    says: 'cut the subject out of a picture',
    group: media,
    load: async () => (await import('./images.ts')).removeBackgroundCommand(),
  },
  outpaint: {
    says: 'extend a picture beyond its borders',
    group: media,
    load: async () => (await import('./images.ts')).outpaintCommand(),
  },
  voices: {
    says: 'list the voices that can speak; every operation on voices',
    group: media,
    load: async () => (await import('./voices.ts')).voicesCommand(),
  },
  say: {
    says: 'have a text spoken',
    group: media,
    load: async () => (await import('./say.ts')).sayCommand(),
  },
  transcribe: {
    says: 'write down what is said in a recording or a film',
    group: media,
    load: async () => (await import('./transcribe.ts')).transcribeCommand(),
  },
  serve: {
    says: 'start the server (what "npm start" does)',
    group: here,
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  migrate: {
    says: 'bring the database up to date (serve does it too)',
    group: here,
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  keys: {
    says: 'API keys, straight on the database of this installation',
    group: here,
    load: async () => (await import('./keys.ts')).keysCommand(),
  },
  'sign-in-link': {
    says: 'print a one-time link with which somebody sets a password, such as an owner who forgot it',
    group: here,
    load: async () => (await import('./sign-in-link.ts')).signInLinkCommand(),
  },
  models: {
    says: 'the models of the embedded engines, on this disk',
    group: here,
    load: async () => (await import('./models.ts')).modelsCommand(),
  },
  doctor: {
    says: 'say what is wrong with this installation and how to mend it; changes nothing',
    group: here,
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  mcp: {
    says: 'connect an MCP client that speaks stdio to a running server',
    group: 'For other programs',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  completion: {
    says: 'print what makes the Tab key know atelier, for bash, zsh or fish',
    group: 'For other programs',
    load: async () => (await import('./completion.ts')).completionCommand(),
  },
}
