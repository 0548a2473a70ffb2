import texts from '../../../locales/tr.json?groups=support'
import { addTexts } from '../../i18n/index.ts'

addTexts('tr', texts)
