export const slugPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'

/** "Équipe Lancement!" → "equipe-lancement"; empty if no characters remain. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 50)
    .replace(/(?<!-)-+$/, '')
}
