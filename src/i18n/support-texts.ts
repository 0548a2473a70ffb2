import texts from '../../locales/tr.json?groups=support'
import { addTexts } from './index.ts'

addTexts('tr', texts)
