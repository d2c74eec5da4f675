import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ImapServer {
  url: string
  /** Messages in the mailbox, and which of them were read. */
  mails: { raw: string; isSeen: boolean }[]
  close(): Promise<void>
}

/** The part of IMAP4rev1 (RFC 3501) that a reader of unread mails needs. */
export async function startImap(user: string, password: string): Promise<ImapServer> {
  const mails: ImapServer['mails'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''))
    say('* OK [CAPABILITY IMAP4rev1] ready')
    let rest = ''
    socket.on('data', (data) => {
      rest += data
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        answer(line)
      }
    })

    function answer(line: string): void {
      const [tag = '', ...words] = line.split(' ')
      const command = (words[0] ?? '').toUpperCase()
      const whole = words.join(' ')
      const ok = () => say(`${tag} OK ${command} completed`)
      const unread = () => mails.flatMap(({ isSeen }, at) => (isSeen ? [] : [at + 1]))
      if (command === 'CAPABILITY') say('* CAPABILITY IMAP4rev1')
      else if (command === 'LOGIN') {
        const isRight = whole.includes(user) && whole.includes(password)
        if (!isRight) return void say(`${tag} NO [AUTHENTICATIONFAILED] wrong`)
      } else if (command === 'LIST' || command === 'LSUB')
        say(`* ${command} (\\HasNoChildren) "/" INBOX`)
      else if (command === 'SELECT' || command === 'EXAMINE') {
        say('* FLAGS (\\Seen \\Deleted)', `* ${mails.length} EXISTS`, '* 0 RECENT')
        say('* OK [UIDVALIDITY 1] ids', `* OK [UIDNEXT ${mails.length + 1}] next`)
        return void say(`${tag} OK [READ-WRITE] selected`)
      } else if (/^UID SEARCH/i.test(whole)) say(`* SEARCH ${unread().join(' ')}`.trim())
      else if (/^UID FETCH/i.test(whole)) {
        const uid = Number(words[2])
        const raw = mails[uid - 1]?.raw ?? ''
        const part = /(BODY)(?:\.PEEK)?(\[\](?:<0)?)/i.exec(whole)?.[2]?.startsWith('[]<')
          ? 'BODY[]<0>'
          : 'BODY[]'
        socket.write(
          `* ${uid} FETCH (UID ${uid} ${part} {${Buffer.byteLength(raw)}}\r\n${raw})\r\n`,
        )
      } else if (/^UID STORE/i.test(whole)) {
        const mail = mails[Number(words[2]) - 1]
        if (mail) mail.isSeen = true
      } else if (command === 'LOGOUT') {
        say('* BYE', `${tag} OK bye`)
        return void socket.end()
      } else if (!['NOOP', 'CLOSE', 'UNSELECT'].includes(command))
        return void say(`${tag} BAD unknown`)
      ok()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `imap://${user}:${password}@127.0.0.1:${port}/INBOX`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
