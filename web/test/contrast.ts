import type { Page } from 'playwright-core'

/**
 * Texts whose contrast is too low, by the formula of WCAG. axe finds the same in nine times the CPU time,
 * because it computes the layout of the whole page in JavaScript. `views-apart.test.ts` compares the two.
 */
export async function lowContrast(
  page: Pick<Page, 'evaluate'>,
  inside = 'html',
): Promise<string[]> {
  return (await page.evaluate(`(${find})(${JSON.stringify(inside)})`)) as string[]
}

const find = String.raw`(inside) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const colours = new Map()
  /** Red, green, blue and opacity, each from 0 to 1. */
  const parse = (text) => {
    const known = colours.get(text)
    if (known) return known
    const numbers = text.match(/[\d.]+/g)?.map(Number) ?? []
    let colour = [...numbers.slice(0, 3).map((part) => part / 255), numbers[3] ?? 1]
    if (!text.startsWith('rgb')) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      colour = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
    }
    colours.set(text, colour)
    return colour
  }
  const blend = (over, under, share) => under.map((part, at) => part + (over[at] - part) * share)
  const paint = (colour, under) => blend(colour.slice(0, 3), under, colour[3])
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((part) =>
      part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ratioOf = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  const looks = new Map()
  const lookOf = (element) => {
    const known = looks.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    const hasImage = style.backgroundImage !== 'none' || /^(img|canvas|video|iframe)$/i.test(element.tagName)
    const { width, height } = element.getBoundingClientRect()
    const look = {
      hasImage,
      background: parse(style.backgroundColor),
      opacity: Number(style.opacity),
      // Text that only screen readers find.
      isClipped: /absolute|fixed/.test(style.position) && (width <= 1 || height <= 1 || style.clipPath !== 'none'),
    }
    looks.set(element, look)
    return look
  }

  /** The layers at a point, from the page to the text, or undefined if the text is covered. */
  const layersAt = (element, x, y) => {
    const ancestors = []
    for (let one = element; one; one = one.parentElement) ancestors.unshift(one)
    const hit = document.elementsFromPoint(x, y)
    const at = hit.indexOf(element)
    if (at < 0) {
      const isAround = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return left <= x && x <= right && top <= y && y <= bottom
      }
      return ancestors.map((one) => ({ one, isGroup: true, isHere: isAround(one) || !one.parentElement }))
    }
    const isOver = hit.slice(0, at).some((one) => {
      const { hasImage, background } = lookOf(one)
      return !element.contains(one) && (hasImage || background[3] > 0)
    })
    if (isOver) return undefined
    const layers = ancestors.map((one) => ({ one, isGroup: true, isHere: hit.includes(one) || !one.parentElement }))
    for (const one of hit.slice(at + 1).reverse()) {
      if (one.contains(element)) continue
      const below = hit.slice(hit.indexOf(one) + 1).find((other) => other.contains(element))
      const place = layers.findIndex((layer) => layer.one === below)
      const others = layers.slice(place + 1).findIndex(({ isGroup }) => isGroup)
      layers.splice(place + 1 + Math.max(others, 0), 0, { one, isGroup: false, isHere: true })
    }
    return layers
  }

  const compose = (layers, text, at = 0, under = canvasColour) => {
    const layer = layers[at]
    if (!layer) return text ? paint(text, under) : under
    const { background, opacity } = lookOf(layer.one)
    const base = layer.isHere ? paint(background, under) : under
    if (!layer.isGroup) return compose(layers, text, at + 1, blend(base, under, opacity))
    return blend(compose(layers, text, at + 1, base), under, opacity)
  }
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const canvasColour = isDark ? [0.07, 0.07, 0.07] : [1, 1, 1]

  const isExempt = (element) => {
    const label = element.closest('label')
    return (
      element.closest(':disabled, [aria-disabled=true], [inert], [data-live-announcer]') ||
      label?.control?.disabled ||
      label?.querySelector(':disabled, [aria-disabled=true]') ||
      (element.id && document.querySelector(':disabled[aria-labelledby~="' + CSS.escape(element.id) + '"]')) ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const isReadable = (text) => text.length > 1 && /[\p{L}\p{N}]/u.test(text)
  const isField = (element) =>
    element.matches('textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=color], [type=file])')
  const rectOf = (element) => {
    if (isField(element)) return element.value?.length > 1 ? element.getBoundingClientRect() : undefined
    const node = [...element.childNodes].find((one) => one.nodeType === 3 && isReadable(one.data.trim()))
    if (!node) return undefined
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1)
  }

  // Colours in mid-transition would give wrong results.
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  const found = []
  for (const root of document.querySelectorAll(inside)) {
    for (const element of [root, ...root.querySelectorAll('*')]) {
      if (element instanceof SVGElement || /^(script|style|option|noscript|title)$/i.test(element.tagName)) continue
      const rect = rectOf(element)
      if (!rect || rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0 || isExempt(element)) continue
      const layers = layersAt(element, rect.left + rect.width / 2, rect.top + rect.height / 2)
      if (!layers || layers.some(({ one, isHere }) => isHere && lookOf(one).hasImage)) continue
      if (layers.some(({ one, isGroup }) => isGroup && lookOf(one).isClipped)) continue
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
      const ratio = ratioOf(compose(layers, parse(color)), compose(layers))
      // Text in the colour of its background is hidden on purpose, for example until its row is hovered.
      if (ratio > 1.001 && ratio < (isLarge ? 3 : 4.5)) {
        found.push('color-contrast: ' + ratio.toFixed(2) + ': ' + element.outerHTML.slice(0, 160))
      }
    }
  }
  return found
}`
