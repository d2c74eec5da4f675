/**
 * Blocks presses on disabled buttons. React Aria registers the start of such a press but never its
 * end, because a disabled button gets no click. Once the button is enabled, the next press would
 * count as that end and do nothing.
 */
export function ignoreDisabledPresses(): void {
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('button:disabled')) {
        event.stopPropagation()
      }
    },
    true,
  )
}
