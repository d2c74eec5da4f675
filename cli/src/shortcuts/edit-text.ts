import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { NotReady } from '../errors.ts'

/** Opens a file in the person's editor; returns its content afterwards. */
export async function editFile(file: string): Promise<string> {
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi'
  // An editor may include options, such as "code --wait".
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
      : spawn('sh', ['-c', `${editor} "$1"`, 'atelier', file], { stdio: 'inherit' })
  // Ctrl-C belongs to the editor.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code !== 0)
      throw new NotReady(
        `The editor (${editor}) exited with code ${code}. Set EDITOR to another editor.`,
      )
  } finally {
    process.off('SIGINT', ignore)
  }
  return readFile(file, 'utf8')
}
