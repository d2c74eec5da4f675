import { checkEveryView } from './every-view.ts'

checkEveryView('talk')
