import { chooseExitCode, exitCode } from './exit-codes.ts'
import type { Failure } from './fail.ts'

/**
 * Failures of the server's own code, in commands that run it. They are identified by name, because
 * the package with the classes is missing if only the client is installed, and takes long to load.
 */
export function fromServerPackage(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const { code, status, detail } = error as { code?: string; status?: number; detail?: string }
  switch (error.constructor.name) {
    case 'ConfigError':
      return { code: 'bad_configuration', message, exitCode: exitCode.misused }
    case 'BackupError':
      return { code: code as string, message, exitCode: backupExitCode(code as string) }
    case 'EngineError':
      return { code: code as string, message, exitCode: exitCode.refused }
    case 'Problem':
      return {
        code: code as string,
        message: detail as string,
        exitCode: chooseExitCode(status as number),
      }
    default:
      return isMissingServer(error) ? notInstalled : undefined
  }
}

function backupExitCode(code: string): number {
  if (code === 'backup_not_found') return exitCode.notFound
  if (['backup_busy', 'folder_not_empty', 'database_not_empty'].includes(code))
    return exitCode.conflict
  const isRefused = code === 'moment_not_covered' || code === 'database_not_embedded'
  return isRefused ? exitCode.refused : exitCode.failed
}

function isMissingServer(error: Error & { code?: string }): boolean {
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'@atelier/server'")
}

const notInstalled: Failure = {
  code: 'server_not_installed',
  message:
    'Only the client is installed here, and this command needs the Atelier server.\n' +
    'Run it where Atelier is installed. To process images and speech on a server: atelier login',
  exitCode: exitCode.failed,
}
