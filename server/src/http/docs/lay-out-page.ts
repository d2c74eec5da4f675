import { escapeHtml } from '../../lib/escape-html.ts'
import { version } from '../../version.ts'
import { type DocsPage, markdownPath } from './read-docs.ts'
import type { PageSection } from './render-page.ts'

/** What all pages share. */
export interface Layout {
  listed: DocsPage[]
  navigation: string
  /** URL paths with a hash of the content. */
  style: string
  script: string
}

interface Content {
  html: string
  sections: PageSection[]
}

/** The whole HTML page. Everything in it can be read without the script. */
export function layOutPage(layout: Layout, { html, sections }: Content, page?: DocsPage): string {
  const title = page?.path === '/docs' ? page.title : `${page?.title ?? 'Page not found'} · Atelier`
  const contents = contentsList(sections)
  const current = `<a href="${page?.path}"`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${page ? headLinks(page) : '<meta name="robots" content="noindex">'}
<link rel="icon" href="/atelier.svg" type="image/svg+xml">
<link rel="stylesheet" href="${layout.style}">
<script src="${layout.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button class="menu" type="button" popovertarget="navigation" aria-label="Menu">☰</button>
<a class="home" href="/docs">Atelier <span>docs</span></a>
<form role="search" hidden>
<input type="search" placeholder="Search the docs" aria-label="Search the docs" maxlength="100" autocomplete="off" spellcheck="false">
</form>
<a class="top" href="/docs/api">API reference</a>
<a class="top" href="/">Console</a>
</header>
<div class="columns">
<nav id="navigation" class="navigation" popover aria-label="Documentation">
${layout.navigation.replace(current, `${current} aria-current="page"`)}</nav>
<main id="content" tabindex="-1">
${contents && `<details class="contents"><summary>On this page</summary>${contents}</details>`}
<article>
${html}</article>
${page ? footer(layout, page) : ''}
</main>
${contents && `<aside class="contents" aria-label="On this page"><h2>On this page</h2>${contents}</aside>`}
</div>
</body>
</html>
`
}

function headLinks(page: DocsPage): string {
  return `<meta name="description" content="${escapeHtml(page.description)}">
<link rel="alternate" type="text/markdown" href="${markdownPath(page)}">`
}

function contentsList(sections: PageSection[]): string {
  const items = sections
    .filter(({ level }) => level === 2 || level === 3)
    .map(
      ({ id, heading, level }) =>
        `<li class="level-${level}"><a href="#${id}">${escapeHtml(heading)}</a></li>`,
    )
  return items.length < 2 ? '' : `<ul>${items.join('')}</ul>`
}

function footer({ listed }: Layout, page: DocsPage): string {
  const place = listed.findIndex(({ path }) => path === page.path)
  const link = (to: DocsPage | undefined, label: string) =>
    to
      ? `<a href="${to.path}"><small>${label}</small> ${escapeHtml(to.title)}</a>`
      : '<span></span>'
  const around =
    place < 0
      ? ''
      : `<nav class="around" aria-label="Previous and next page">${link(listed[place - 1], 'Previous')}${link(listed[place + 1], 'Next')}</nav>`
  return `<footer>${around}<p><a href="${markdownPath(page)}">View as Markdown</a> · Atelier ${escapeHtml(version)}</p></footer>`
}
