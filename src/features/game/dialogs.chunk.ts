import texts from '../../../locales/tr.json?groups=gameDialogs'
import { addTexts } from '../../i18n/index.ts'

/* The windows of the game, in a chunk of their own: nobody waits for them who only plays. */
addTexts('tr', texts)

export { preloadFluent } from '../../ui/fluent-widgets.tsx'
export { LeaveDialog } from './LeaveDialog.tsx'
export { LoadDialog } from './LoadDialog.tsx'
