import antd from 'antd/es/locale/pt_BR'
import 'dayjs/locale/pt-br'
import texts from 'virtual:pt-br.json?further'

export const language = { texts, antd }
