/** Simple subjects for measuring the real models. Drawn at 1200 × 900. */
import { drawScene } from './test-scenes.ts'

const backgrounds = {
  wall: `<filter id="wall" x="0" y="0" width="100%" height="100%">
      <feTurbulence type="fractalNoise" baseFrequency="0.02 0.05" numOctaves="4" seed="3"/>
      <feColorMatrix values="0.25 0 0 0 0.5  0.25 0 0 0 0.47  0.2 0 0 0 0.42  0 0 0 0 1"/>
    </filter><rect width="100%" height="100%" filter="url(#wall)"/>`,
  studio: `<radialGradient id="studio" cx="0.5" cy="0.45" r="0.8">
      <stop offset="0" stop-color="#f4f4f2"/><stop offset="1" stop-color="#b9bbbd"/>
    </radialGradient><rect width="100%" height="100%" fill="url(#studio)"/>`,
}

const personSvg = `<g>
    <path d="M380 900 C380 640 450 560 600 560 C750 560 820 640 820 900 Z" fill="#23406e"/>
    <path d="M545 470 h110 v110 q-55 50 -110 0 Z" fill="#c98f6d"/>
    <ellipse cx="600" cy="360" rx="112" ry="145" fill="#dba580"/>
    <path d="M482 350 C470 190 730 190 718 350 C700 290 640 265 600 268 C560 265 500 290 482 350 Z" fill="#3a2418"/>
    <circle cx="560" cy="360" r="10" fill="#222"/><circle cx="640" cy="360" r="10" fill="#222"/>
    <path d="M560 430 q40 30 80 0" stroke="#8c3b35" stroke-width="9" fill="none"/>
    <path d="M545 575 L600 640 L655 575" stroke="#fff" stroke-width="16" fill="none"/>
  </g>`

const boxSvg = `<path d="M380 380 L600 300 L840 370 L620 460 Z" fill="#e8c07a"/>
  <path d="M380 380 L620 460 L620 760 L380 660 Z" fill="#c58f3f"/>
  <path d="M620 460 L840 370 L840 640 L620 760 Z" fill="#a2702b"/>
  <path d="M430 470 L560 512 L560 600 L430 552 Z" fill="#fff8e8"/>`

/** The shadow is part of the background, not of the cut-out. */
const boxShadow = `<filter id="shadow" x="-50%" y="-50%" width="200%" height="200%">
    <feGaussianBlur stdDeviation="28"/></filter>
  <ellipse cx="650" cy="730" rx="270" ry="60" fill="#000" opacity="0.45" filter="url(#shadow)"/>`

const wheelSvg = `<g fill="none" stroke="#1d1d20">
    <circle cx="600" cy="450" r="300" stroke-width="46"/>
    <circle cx="600" cy="450" r="34" stroke-width="30"/>
    ${Array.from({ length: 10 }, (_, spoke) => {
      const angle = (spoke * Math.PI) / 5
      const x = Math.round(Math.cos(angle) * 300)
      const y = Math.round(Math.sin(angle) * 300)
      return `<path d="M600 450 l${x} ${y}" stroke-width="11"/>`
    }).join('')}
  </g>`

export const person = () => drawScene(1200, 900, personSvg, backgrounds.wall)
export const box = () => drawScene(1200, 900, boxSvg, backgrounds.studio + boxShadow)
export const spokes = () => drawScene(1200, 900, wheelSvg, backgrounds.studio)
