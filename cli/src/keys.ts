import { Command } from 'commander'

/** Keys from the terminal of the database's machine, with the same use cases as the API. */
export function keysCommand(): Command {
  return new Command('keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
}

function createCommand(): Command {
  return common(new Command('create'))
    .argument('[name]', 'what the key is for', 'Made at the terminal')
    .description('create a key; it is shown only once')
    .option('--scopes <list>', 'comma-separated, or "all" (default: all but administration)')
    .option('--expires <time>', 'when it expires: 2027-01-31, or 2027-01-31T18:00:00Z')
    .action(async (name, options) => {
      const { create } = await import('./keys/create.ts')
      await create(name, options)
    })
}

function listCommand(): Command {
  return common(new Command('list'))
    .description('list keys: all keys of the workspace for owners and admins, otherwise your own')
    .action(async (options) => {
      const { list } = await import('./keys/list.ts')
      await list(options)
    })
}

function revokeCommand(): Command {
  return common(new Command('revoke'))
    .argument('<key>', 'id or prefix of the key')
    .description('revoke a key immediately')
    .action(async (wanted, options) => {
      const { revoke } = await import('./keys/revoke.ts')
      await revoke(wanted, options)
    })
}

function common(command: Command): Command {
  return command
    .option('--workspace <slug>', 'slug or id of the workspace (default: the first)')
    .option('--user <email>', 'whose keys (default: the first owner)')
    .option('--json', 'print JSON')
}
