import { Radio, RadioGroup } from 'react-aria-components'
import { useCurrentInView } from '../../ui/use-current-in-view.ts'
import styles from './tool-choice.module.css'
import { type ToolId, toolIds, tools } from './tools.ts'

export function ToolChoice({ value, onChange }: { value: ToolId; onChange: (id: ToolId) => void }) {
  const strip = useCurrentInView<HTMLDivElement>(value)
  return (
    <RadioGroup
      ref={strip}
      aria-label="Tool"
      value={value}
      onChange={(id) => onChange(id as ToolId)}
      className={styles.tools}
    >
      {toolIds.map((id) => {
        const { title, icon: Icon } = tools[id]
        return (
          <Radio key={id} value={id} className={styles.tool}>
            <Icon size={16} aria-hidden />
            <span>{title}</span>
          </Radio>
        )
      })}
    </RadioGroup>
  )
}
