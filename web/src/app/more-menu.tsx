import { Menu, MenuAction } from '../ui/menu.tsx'
import { OtherWorkspaces } from './account-menu.tsx'
import type { OpenState } from './late-menu.tsx'
import { MoreButton } from './more-button.tsx'
import { useScreens } from './screens.ts'

/** On a phone: the screens that have no place on the bar, and the other workspaces. */
export function MoreMenu(openness: OpenState) {
  const others = useScreens().filter(({ isOnPhoneBar }) => !isOnPhoneBar)
  return (
    <Menu trigger={<MoreButton />} label="More screens" {...openness}>
      {others.map(({ path, title, icon: Icon }) => (
        <MenuAction key={path} icon={<Icon />} href={`/${path}`}>
          {title}
        </MenuAction>
      ))}
      <OtherWorkspaces />
    </Menu>
  )
}
