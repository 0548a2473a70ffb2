import texts from '../../locales/tr.json?groups=account'
import { addTexts } from './index.ts'

addTexts('tr', texts)
