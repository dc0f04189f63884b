import antd from 'antd/es/locale/en_US'
import 'dayjs/locale/en'
import texts from 'virtual:en.json?further'

export const language = { texts, antd }
