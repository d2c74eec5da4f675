import { Command } from 'commander'
import { withFolder } from './backup.ts'

export function restoreCommand(): Command {
  return withFolder(new Command('restore'))
    .argument('[backup]', 'id of a backup (default: the newest state)')
    .requiredOption('--into <folder>', 'empty folder that becomes the data folder')
    .option('--at <time>', 'restore this moment: 2026-11-15T10:00:00Z')
    .action(async (id, options) => (await import('./backup/restore.ts')).restore(id, options))
}
