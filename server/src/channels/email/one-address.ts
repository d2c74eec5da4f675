import { domainToASCII } from 'node:url'
import { Undeliverable } from '../channel.ts'

/**
 * Accepts exactly one email address. Rejects everything that a parser could read as two: quotes,
 * comments, commas and groups, which real addresses hardly ever have. Returns the domain in its
 * ASCII form (xn--…).
 */
export function oneAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = at > 0 ? asciiDomain(text.slice(at + 1)) : ''
  if (text.length > 320 || !isLocalPart(local)) throw notAnAddress(text)
  if (domain === '') throw notAnAddress(text)
  if (domain.length + local.length + 1 > 254) throw notAnAddress(text)
  return `${local}@${domain}`
}

/** "Atelier <atelier@example.com>" or the address alone. */
export function oneMailbox(text: string): { name: string; address: string } {
  const end = text.endsWith('>') ? text.lastIndexOf('<') : -1
  if (end < 0) return { name: '', address: oneAddress(text.trim()) }
  return { name: text.slice(0, end).trim(), address: oneAddress(text.slice(end + 1, -1)) }
}

function isLocalPart(local: string): boolean {
  return local.length <= 64 && /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local)
}

function asciiDomain(domain: string): string {
  // The converter is made for URLs and would cut at these characters or decode them.
  if (domain.length > 253 || /[/\\?#%:@[\]\s\p{Cc}]/u.test(domain)) return ''
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const isName = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  // A numeric domain would be an IP address, which email writes in brackets.
  return isName && !/^\d+$/.test(labels.at(-1) as string) ? ascii : ''
}

function notAnAddress(text: string): Undeliverable {
  const shown = JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text)
  const isForeign = /[^\p{ASCII}]/u.test(text.slice(0, Math.max(0, text.lastIndexOf('@'))))
  const why = isForeign ? ' (only ASCII letters are allowed before the @)' : ''
  return new Undeliverable(`${shown} is not a valid email address${why}`)
}
