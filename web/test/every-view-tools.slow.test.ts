import { checkEveryView } from './every-view.ts'

checkEveryView('tools')
