import { Command } from 'commander'
import { findConnection, readServerUrl, usualUrl } from './client/connection.ts'
import { type GeneralOptions, readGeneral, withGeneralOptions } from './client/general-options.ts'
import { misused } from './errors.ts'
import { harmless, print } from './output.ts'
import { askSecret } from './profiles/ask.ts'
import { signInByBrowser } from './profiles/sign-in.ts'
import { changeProfiles, type Profile, profilesFile, readProfiles } from './profiles/store.ts'
import { whoInWords, whoIs } from './profiles/who.ts'

interface Options {
  scopes?: string
  browser: boolean
  /** true if given without a value. */
  key?: string | true
}

export function loginCommand(): Command {
  const command = new Command('login')
    .option('--key [-]', 'sign in with an API key, typed or piped to standard input')
    .option('--scopes <list>', 'permissions for a browser sign-in, comma-separated, or "all"')
    .option('--no-browser', 'print the URL instead of opening a browser')
  return withGeneralOptions(command, new Set(), ['key'])
    .addHelpText(
      'after',
      '\nExamples:\n  atelier login --url https://atelier.example.com\n  echo "$KEY" | atelier login --key - --profile agent',
    )
    .action(login)
}

async function login(options: Options, command: Command): Promise<void> {
  const given = readGeneral(command)
  const url = await chooseServerUrl(given)
  const name = given.profile ?? (process.env.ATELIER_PROFILE || 'default')
  const profile: Profile = {
    url,
    ...(options.key === undefined
      ? { session: await signInByBrowser(url, options) }
      : { key: await readKey(options.key) }),
    ...(given.organization !== undefined && { organization: given.organization }),
    ...(given.space !== undefined && { space: given.space }),
  }
  const who = await whoIs({
    baseUrl: url,
    apiKey: profile.key,
    accessToken: profile.session?.access_token,
    organization: profile.organization,
    space: profile.space,
  })
  await changeProfiles((kept) => {
    kept.profiles[name] = profile
    kept.current = name
  })
  const said = harmless(whoInWords(who))
  print(
    given.json,
    { profile: name, url, user: who?.user ?? null, workspace: who?.workspace ?? null },
    `Signed in at ${url} as ${said}.\nSaved as profile "${name}" in ${profilesFile()}.`,
  )
}

/** If nothing else names a URL, an existing profile of that name does. */
async function chooseServerUrl(given: GeneralOptions): Promise<string> {
  const told = given.url ?? process.env.ATELIER_URL
  if (told) return readServerUrl(told)
  const { profiles, current } = await readProfiles()
  const known = profiles[given.profile ?? current ?? '']
  return known?.url ?? (given.profile ? undefined : (await findConnection({}))?.baseUrl) ?? usualUrl
}

async function readKey(given: string | true): Promise<string> {
  if (given !== true && given !== '-') {
    throw misused(
      'Everyone on this machine can read a key on the command line. Use --key without a value ' +
        'and type it, or pipe it: echo "$KEY" | atelier login --key -',
    )
  }
  const key = await askSecret('API key (not shown): ')
  if (!key) throw misused('No key was given.')
  return key
}
