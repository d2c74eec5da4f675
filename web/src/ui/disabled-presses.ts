/**
 * Keeps presses away from buttons that are disabled. React Aria counts a press that begins on one
 * and never sees it end, because a disabled button is not clicked; the next press, after the button
 * is enabled, would be taken for the end of that one and do nothing.
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
