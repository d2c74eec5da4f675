import { describeStep, listParts, nameStep, type Step, typeNames } from './definition.ts'
import styles from './step-list.module.css'
import { TypeIcon } from './type-icon.tsx'

/** The steps as a nested list, for phones and screen readers. */
export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.id}>
          <div className={styles.step}>
            <TypeIcon type={step.type} />
            <span className={styles.words}>
              <span>{nameStep(step)}</span>
              <small>
                {typeNames[step.type] ?? step.type}: {describeStep(step)}
              </small>
            </span>
          </div>
          {listParts(step).map(({ key, label, steps: inside }) => (
            <div key={key} className={styles.part}>
              <p className={styles.label}>{label}</p>
              {inside.length > 0 ? (
                <StepList steps={inside} />
              ) : (
                <p className={styles.none}>continues</p>
              )}
            </div>
          ))}
        </li>
      ))}
    </ol>
  )
}
