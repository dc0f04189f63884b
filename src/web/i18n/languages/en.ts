import antd from 'antd/es/locale/en_US'
import 'dayjs/locale/en'
import texts from '../../locales/en.json?further'

export const language = { texts, antd }
