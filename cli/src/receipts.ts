import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { connect } from './client/connection.ts'
import { readGeneral, withGeneralOptions } from './client/general-options.ts'
import { CommandError, misused } from './errors.ts'
import { exitCode } from './exit-codes.ts'
import { harmless, print } from './output.ts'
import { hashContent, type ReceiptKeys, verifyReceipt } from './receipts/verify-receipt.ts'

interface Options {
  keys?: string
  subject?: string
}

export function receiptsCommand(): Command {
  return new Command('receipts')
    .enablePositionalOptions()
    .addCommand(
      withGeneralOptions(new Command('verify'))
        .argument('<file>', 'a receipt, as the server returned it')
        .option('--keys <file>', 'saved keys, to verify offline (default: ask the server)')
        .option('--subject <file>', 'also check that the receipt is about this file')
        .description('verify a receipt of consent')
        .addHelpText(
          'after',
          '\nExamples:\n  atelier receipts list-keys --json > keys.json\n  atelier receipts verify receipt.jws --keys keys.json\n  atelier receipts verify receipt.jws --keys keys.json --subject poster.png',
        )
        .action(verify),
    )
}

async function verify(file: string, options: Options, command: Command): Promise<void> {
  const given = readGeneral(command)
  const jws = (await readContent(file)).toString('utf8').trim()
  const keys: ReceiptKeys = options.keys
    ? JSON.parse((await readContent(options.keys)).toString('utf8'))
    : await (await connect(given)).receipts.listKeys()
  const checked = verifyReceipt(jws, keys)
  if ('mistake' in checked) {
    throw new CommandError(
      'receipt_invalid',
      exitCode.refused,
      `The receipt is not valid: ${checked.mistake}.`,
    )
  }
  const { claims } = checked
  if (options.subject !== undefined) {
    const actual = hashContent(await readContent(options.subject))
    if (actual !== claims.subject?.sha256) {
      const message = `The receipt is valid, but it is not about ${options.subject}.`
      throw new CommandError('subject_differs', exitCode.refused, message)
    }
  }
  const answer = JSON.stringify(claims.answer?.value)
  const text = [
    'The receipt is valid.',
    `${claims.answered_by?.name} answered ${answer} at ${claims.answered_at}.`,
    `Question ${claims.question_id}, door ${claims.door}, authenticated by ${claims.authenticated_by}.`,
    ...(claims.subject ? [`About ${claims.subject.kind} ${claims.subject.id}.`] : []),
  ]
  print(given.json, claims, text.map(harmless).join('\n'))
}

async function readContent(file: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw misused(`${file} cannot be read.`)
  })
}
