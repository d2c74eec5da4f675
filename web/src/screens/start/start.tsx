import { DemoButton } from '../../app/demo-button.tsx'
import { useMay } from '../../app/session.ts'
import { Page } from '../../ui/page.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './start.module.css'

/** The first ten minutes in a new workspace. */
export function StartScreen() {
  const mayLoadDemo = useMay('workspaces:write')
  return (
    <Page title="Get started">
      <FirstSteps />
      <p className={styles.more}>
        <a href="/docs" target="_blank" rel="noreferrer">
          Read the documentation
        </a>
      </p>
      {mayLoadDemo && (
        <section className={styles.demo}>
          <h2>Look around first</h2>
          <p>
            Demo data shows a small team halfway to a launch. It sends nothing to anyone, and you
            can remove it at any time.
          </p>
          <DemoButton />
        </section>
      )}
    </Page>
  )
}
