import texts from '../../../../locales/tr.json?groups=gameDialogs'
import { addTexts } from '../../../i18n/index.ts'

/* The dialogs of the game, loaded after the first picture. */
addTexts('tr', texts)

export { LeaveDialog } from './LeaveDialog.tsx'
export { LoadDialog, prepareDialogs } from './LoadDialog.tsx'
