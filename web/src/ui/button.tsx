import { Button as AriaButton, type ButtonProps, composeRenderProps } from 'react-aria-components'
import styles from './button.module.css'

interface Props extends ButtonProps {
  kind?: 'plain' | 'first' | 'quiet' | 'danger'
  size?: 'small' | 'usual'
  /** Square, for an icon only. Requires an aria-label. */
  isIcon?: boolean
}

/** `first` is the primary action of a view; `quiet` has no border. */
export function Button({ kind = 'plain', size = 'usual', isIcon = false, ...props }: Props) {
  return (
    <AriaButton
      {...props}
      className={composeRenderProps(props.className, (own) =>
        [styles.button, styles[kind], styles[size], isIcon && styles.icon, own]
          .filter(Boolean)
          .join(' '),
      )}
    />
  )
}

interface IconProps extends Omit<Props, 'isIcon' | 'aria-label'> {
  /** Its name, because the icon has no text. */
  label: string
}

/** A quiet button with only an icon. */
export function IconButton({ label, kind = 'quiet', size = 'small', ...props }: IconProps) {
  return <Button {...props} kind={kind} size={size} isIcon aria-label={label} />
}
