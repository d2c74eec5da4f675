import { describe, expect, test } from 'vitest'
import { useFilledTenant } from './filled-tenant.ts'
import { useConsole } from './use-console.ts'
import {
  checkColours,
  checkOpened,
  checkView,
  followRequests,
  goTo,
  showView,
  sizes,
  waitForView,
} from './view-checks.ts'
import { outsideViews, views } from './views.ts'

/** Views in other states than in `every-view.ts`: empty, signed out, broken, on a phone. */
const { service, open, baseUrl } = useConsole()
const filled = useFilledTenant(service)

describe('every view', () => {
  test('without data', async () => {
    const page = await open(await service.tenant())
    const waiting = followRequests(page)
    const faults: string[] = []
    for (const view of views.filter(({ isOnEmpty }) => isOnEmpty)) {
      faults.push(
        ...(await checkView(page, `${await showView(page, waiting, view, filled)} (empty)`)),
      )
    }
    expect(faults).toEqual([])
  })

  test('for people who are not signed in, and for unknown URLs', async () => {
    const faults: string[] = []
    const outside = await open(null, { path: '/sign-in' })
    for (const { path, heading } of outsideViews) {
      // A change of the hash alone would not reload the page.
      await outside.goto('about:blank')
      await outside.goto(baseUrl() + path)
      await outside.getByRole('heading', { level: 1, name: heading }).waitFor()
      faults.push(...(await checkView(outside, path)))
    }
    const lost = await open(filled.owner, { path: '/boards/nowhere' })
    await lost.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    faults.push(...(await checkView(lost, '/boards/nowhere')))
    expect(faults).toEqual([])
  })

  test('with a fault is found, whatever the fault', async () => {
    const page = await open(filled.owner)
    const waiting = followRequests(page)
    await goTo(page, '/assets')
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
    await waitForView(page, waiting)
    await page.evaluate(`{
      const add = (tag, text, style) => {
        const element = document.createElement(tag)
        element.textContent = text
        Object.assign(element.style, style)
        document.querySelector('main').append(element)
        return element
      }
      add('h1', 'Twice', {})
      add('input', '', {})
      add('p', 'Pale in the light', { color: '#ddd', background: '#fff' })
      add('p', 'Pale in the dark', { color: 'light-dark(#000, #333)', background: 'light-dark(#fff, #222)' })
      add('div', 'Wide', { width: '2000px' })
      const button = add('button', '', { width: '40px', height: '40px' })
      const isPhone = matchMedia('(max-width: 500px)')
      const onlyOnPhones = () => { button.hidden = !isPhone.matches }
      isPhone.addEventListener('change', onlyOnPhones)
      onlyOnPhones()
      const nav = document.createElement('nav')
      nav.append(document.createElement('a'))
      nav.firstChild.textContent = 'Long '.repeat(50)
      Object.assign(nav.firstChild.style, { display: 'block', whiteSpace: 'nowrap', width: '100px' })
      document.querySelector('main').append(nav)
    }`)
    const faults = (await checkView(page, 'A')).join('\n')
    for (const size of Object.keys(sizes)) {
      expect(faults).toContain(`A, ${size}: 2 h1`)
      expect(faults).toMatch(new RegExp(`A, ${size}: \\d+ px wider than the page`))
    }
    for (const at of ['wide, light', 'wide, dark']) {
      expect(faults).toContain(`A, ${at}: color-contrast`)
    }
    expect(faults).toMatch(/A, wide, dark: color-contrast.*Pale in the dark/)
    expect(faults).not.toMatch(/A, wide, light: color-contrast.*Pale in the dark/)
    expect(faults).toContain('A, phone, light: button-name')
    expect(faults).not.toContain('A, wide, light: button-name')
    expect(faults).toMatch(/A, wide: the link “Long .*” is wider than its place/)
    expect(faults).toContain('A, wide, light: label')
    expect(faults).toContain('A, phone, light: label')
  })

  test('on a phone, the other screens are behind “More”, in readable colours', async () => {
    const page = await open(filled.owner, { size: sizes.phone })
    const waiting = followRequests(page)
    for (const path of [filled.board, '/inbox']) {
      await page.goto(baseUrl() + path)
      await page.getByRole('button', { name: 'More', exact: true }).waitFor()
      await waitForView(page, waiting)
      expect(await checkColours(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    expect(await checkOpened(page, 'More', ['phone'])).toEqual([])
  })
})
