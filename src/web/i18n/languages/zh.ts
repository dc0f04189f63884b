import antd from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import texts from 'virtual:zh.json?further'

export const language = { texts, antd }
