import { Command } from 'commander'

/** Backups of this installation. The commands run beside the service, which need not stop. */
export function backupCommand(): Command {
  return new Command('backup')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(verifyCommand())
    .addCommand(pruneCommand())
}

function createCommand(): Command {
  return withFolder(new Command('create'))
    .description('back up the embedded database and all files; known files are not copied again')
    .action(async (options) => (await import('./backup/create.ts')).create(options))
}

function listCommand(): Command {
  return withFolder(new Command('list'))
    .description('list backups and the moments that can be restored')
    .action(async (options) => (await import('./backup/list.ts')).list(options))
}

function verifyCommand(): Command {
  return withFolder(new Command('verify'))
    .argument('[backup]', 'id of a backup (default: all)')
    .description('read every byte and compare it with its checksum')
    .action(async (id, options) => (await import('./backup/verify.ts')).verify(id, options))
}

function pruneCommand(): Command {
  return withFolder(new Command('prune'))
    .description('remove old backups')
    .option(
      '--keep <list>',
      'such as 3,7d,4w,12m: the newest 3, and one for each of 7 days, 4 weeks and 12 months (default: ATELIER_BACKUP_KEEP)',
    )
    .action(async (options) => (await import('./backup/prune.ts')).prune(options))
}

export function withFolder(command: Command): Command {
  return command
    .option('--dir <folder>', 'folder with the backups (default: ATELIER_BACKUP_DIR)')
    .option('--json', 'print JSON')
}
