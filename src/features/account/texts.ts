import texts from '../../../locales/tr.json?groups=account'
import { addTexts } from '../../i18n/index.ts'

addTexts('tr', texts)
