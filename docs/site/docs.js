// Adds to pages that are complete without it: the theme of the console, results while you type, and
// buttons that copy code.
const theme = localStorage.getItem('atelier.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

// The API reference was here once; its links named operations in the fragment.
if (location.pathname === '/docs' && /^#(tag|model|description)\b/.test(location.hash)) {
  location.replace(`/docs/api${location.hash}`)
}

document.addEventListener('DOMContentLoaded', () => {
  addCopyButtons()
  makeScrollableReachable()
  showResultsWhileTyping(document.querySelector('header input'))
})

function addCopyButtons() {
  for (const pre of document.querySelectorAll('pre')) {
    const around = document.createElement('div')
    around.className = 'code'
    pre.replaceWith(around)
    const button = document.createElement('button')
    button.className = 'copy'
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(pre.textContent).then(
        () => true,
        () => false,
      )
      button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    around.append(pre, button)
  }
}

/** Lets the keyboard scroll what is wider than the screen. */
function makeScrollableReachable() {
  for (const wide of document.querySelectorAll('pre, .table')) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  }
}

function showResultsWhileTyping(input) {
  const list = document.createElement('ul')
  list.className = 'found'
  list.id = 'found'
  list.role = 'listbox'
  list.ariaLabel = 'Results'
  list.hidden = true
  input.form.append(list)
  input.role = 'combobox'
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-autocomplete', 'list')
  let selected = -1

  function show(results) {
    list.replaceChildren(...results.slice(0, 8).map(optionOf))
    list.hidden = results.length === 0
    input.ariaExpanded = String(!list.hidden)
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
    const response = await fetch(`/docs/search?q=${encodeURIComponent(query)}`, {
      headers: { accept: 'application/json' },
    }).catch(() => undefined)
    if (response?.ok && input.value === query) show(await response.json())
  }

  input.ariaExpanded = 'false'
  input.addEventListener('input', search)
  input.addEventListener('blur', () => setTimeout(() => show([]), 150))
  input.addEventListener('keydown', (event) => {
    const count = list.children.length
    if (event.key === 'Escape') show([])
    else if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault()
      list.children[selected].click()
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const isDown = event.key === 'ArrowDown'
      select(isDown ? (selected + 1) % count : (Math.max(selected, 0) + count - 1) % count)
    }
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
}

function optionOf({ path, title, heading, excerpt }, index) {
  const option = document.createElement('li')
  option.role = 'option'
  option.id = `found-${index}`
  option.textContent = heading === '' ? title : `${title}: ${heading}`
  const text = document.createElement('small')
  text.textContent = excerpt
  option.append(text)
  option.addEventListener('click', () => location.assign(path))
  return option
}
