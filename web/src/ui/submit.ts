import type { FormEvent } from 'react'

/** Handles the submit event of a form without leaving the page. */
export function submit(then: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault()
    void then()
  }
}
