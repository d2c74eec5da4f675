// Adds to pages that can be read without it: the theme of the console, the search, and buttons that
// copy code.
const theme = localStorage.getItem('atelier.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

document.addEventListener('DOMContentLoaded', () => {
  for (const pre of document.querySelectorAll('pre')) addCopyButton(pre)
  for (const wide of document.querySelectorAll('pre, .table')) {
    // Lets the keyboard scroll what is wider than the screen.
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  }
  addSearch(document.querySelector('header form'))
})

function addCopyButton(pre) {
  const button = createElement('button', { className: 'copy', type: 'button' }, 'Copy')
  button.addEventListener('click', async () => {
    const copying = navigator.clipboard?.writeText(pre.textContent) ?? Promise.reject()
    button.textContent = await copying.then(
      () => 'Copied',
      () => 'Press Ctrl+C',
    )
    setTimeout(() => button.replaceChildren('Copy'), 2000)
  })
  const around = createElement('div', { className: 'code' })
  pre.replaceWith(around)
  around.append(pre, button)
}

function addSearch(form) {
  const input = form.querySelector('input')
  const list = createElement('ul', { id: 'found', role: 'listbox', ariaLabel: 'Results' })
  const status = createElement('p', { role: 'status' })
  const popup = createElement('div', { className: 'found', hidden: true }, list, status)
  form.append(popup)
  form.hidden = false
  input.role = 'combobox'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-autocomplete', 'list')
  let loading
  let selected = -1

  function show(results, message = '') {
    list.replaceChildren(...results.map(createOption))
    status.textContent = message
    popup.hidden = results.length === 0 && message === ''
    input.ariaExpanded = String(results.length > 0)
    select(-1)
  }

  function select(index) {
    selected = index
    for (const [place, option] of [...list.children].entries()) {
      option.ariaSelected = String(place === index)
    }
    const option = list.children[index]
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
    option?.scrollIntoView({ block: 'nearest' })
  }

  async function search() {
    const query = input.value
    if (query.trim().length < 2) return show([])
    loading ??= loadSearch()
    try {
      const results = (await loading)(query)
      if (input.value === query) show(results, results.length === 0 ? 'No results.' : '')
    } catch {
      loading = undefined
      show([], 'The search could not be loaded. Try again.')
    }
  }

  input.addEventListener('input', search)
  input.addEventListener('focus', search)
  input.addEventListener('blur', () => setTimeout(() => show([]), 150))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.children[Math.max(selected, 0)]?.click()
  })
  input.addEventListener('keydown', ({ key }) => {
    const count = list.children.length
    if (key === 'Escape') show([])
    else if (key === 'ArrowDown' && count > 0) select((selected + 1) % count)
    else if (key === 'ArrowUp' && count > 0) select((Math.max(selected, 0) + count - 1) % count)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
}

/** Words of questions that say nothing about the subject. */
const fillers = new Set(
  'a an and are be can do does for how i in is it my of on or the to what with'.split(' '),
)

async function loadSearch() {
  const [{ default: MiniSearch }, sections] = await Promise.all([
    import('/docs/site/minisearch.js'),
    fetch('/docs/search.json').then((response) => response.json()),
  ])
  const index = new MiniSearch({
    idField: 'path',
    fields: ['heading', 'title', 'text'],
    storeFields: ['title', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 8, title: 4 },
      prefix: true,
      fuzzy: 0.2,
      processTerm: (word) => (fillers.has(word.toLowerCase()) ? null : word.toLowerCase()),
      // Pages about how Atelier is made come after those about how it is used.
      boostDocument: (path) => (/^\/docs\/(decisions|promises|changelog)\b/.test(path) ? 0.3 : 1),
    },
  })
  index.addAll(sections)
  return (query) => {
    const found = index.search(query, { combineWith: 'AND' })
    return (found.length > 0 ? found : index.search(query)).slice(0, 10)
  }
}

function createOption({ id: path, title, heading, text, terms }, index) {
  const name = path.includes('#') ? `${title}: ${heading}` : title
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term)))
  const start = at < 80 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const excerpt = `${start > 0 ? '…' : ''}${text.slice(start, start + 160)}`
  const option = createElement('li', { role: 'option', id: `found-${index}` }, name)
  option.append(createElement('small', {}, excerpt))
  option.addEventListener('click', () => location.assign(path))
  return option
}

function createElement(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}
