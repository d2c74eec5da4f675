/** Imports go one way: features → channels, engines, platform, http, lib. */
const feature = '^server/src/features/([^/]+)/'

/**
 * The one file that imports the parser of a format, so that no text reaches it without a limit.
 * What is costly runs through `lib/texts/work-on-text.ts`.
 */
const parsers = {
  'markdown-it': 'server/src/channels/markdown/parse-markdown.ts',
  'sanitize-html': 'server/src/channels/email/sanitize-markup.ts',
  htmlparser2: 'server/src/channels/social/link-card-thread.ts',
  'postal-mime': 'server/src/features/doors/mail/mime-thread.ts',
  mailauth: 'server/src/features/doors/mail/signature-thread.ts',
  croner: 'server/src/lib/schedules/next-times.ts',
  'rrule-temporal': 'server/src/lib/schedules/next-times.ts',
}

/** They only read text that we wrote. */
const ownTexts = ['server/src/http/docs/render-page.ts']

/** A thread does this for long texts; `load` of the format imports it for short ones. */
const programs = '/(chat|link-card|mail|markdown|mime|signature|subtitle|times)-thread\\.ts$'

const exactly = (paths) => `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})$`

module.exports = {
  forbidden: [
    ...Object.entries(parsers).map(([name, file]) => ({
      name: `one-file-imports-${name}`,
      comment: 'Use what that file exports, which has limits.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: exactly([file, ...ownTexts]) },
      to: { path: `(^|/)node_modules/${name}/` },
    })),
    {
      name: 'programs-of-threads-run-through-their-format',
      comment: 'Called directly, they would hold the event loop for as long as a text takes.',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: programs, dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'rendering-runs-in-threads',
      comment: 'Use writeMail, writeHtml and chatPayload.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/channels/(email|chat|markdown)/' },
      to: {
        path: '^server/src/channels/(email/(compose-mail|mail-parts|render-markdown|question-content)|chat/(slack|slack-markdown)|markdown/.+)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one thing, or one of them is in the wrong place.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'lib-imports-nothing',
      comment: 'lib holds tiny pure helpers.',
      severity: 'error',
      from: { path: '^server/src/lib/' },
      to: { path: '^server/src/', pathNot: '^server/src/lib/' },
    },
    {
      name: 'lower-layers-know-no-feature',
      severity: 'error',
      from: { path: '^server/src/(http|platform|channels|engines)/' },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'composition-root-knows-no-feature',
      comment: 'Commands that need only a database would load every feature, with its native code.',
      severity: 'error',
      from: { path: '^server/src/(config|deps|engines)\\.ts$' },
      to: { path: '^server/src/(features/|service\\.ts|app\\.ts|worker\\.ts)' },
    },
    {
      name: 'platform-knows-no-http',
      severity: 'error',
      from: { path: '^server/src/(platform|channels|engines)/' },
      to: { path: '^server/src/http/' },
    },
    {
      name: 'features-meet-through-use-cases',
      comment: "Another feature's SQL and routes are its own business.",
      severity: 'error',
      from: { path: feature },
      to: {
        path: '^server/src/features/.+/([a-z-]*(queries|routes)|demo)\\.ts$',
        pathNot: '^server/src/features/$1/',
      },
    },
    {
      name: 'only-config-reads-the-environment',
      comment: 'Checked for imports; process.env itself is found by the linter.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/config\\.ts$' },
      to: { path: '^node:process$' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'It is installed without the server; what it knows of it is in the document.',
      severity: 'error',
      from: { path: '^sdk/(src|scripts)/' },
      to: { path: '^(server|cli|web|bench)/' },
    },
    {
      name: 'sdk-runs-everywhere',
      comment: 'Browsers have nothing of Node; what needs it is in an entry of its own.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '^sdk/src/node\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    },
    {
      name: 'console-talks-through-the-sdk',
      comment: 'What it knows of the server is what every other client knows.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^(server|cli|bench)/|^sdk/src/(?!index\\.ts$)' },
    },
    {
      name: 'screens-do-not-know-each-other',
      comment: 'What two of them need is in app, ui or lib.',
      severity: 'error',
      from: { path: '^web/src/screens/([^/]+)/' },
      to: { path: '^web/src/screens/', pathNot: '^web/src/screens/$1/' },
    },
    {
      name: 'ui-knows-no-atelier',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(app|screens)/|^sdk/' },
    },
    {
      name: 'server-knows-no-client',
      comment:
        'Except for reading exact JSON and the fields of forms, which both sides must do alike.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(cli|web|sdk|bench)/', pathNot: '^sdk/src/(exact-json/|form-fields)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
