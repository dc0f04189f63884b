/** The free survey of the demo: the same enumerators note prices week after week. */
import type { SurveyPlan } from '../make-survey.ts'
import type { Filing } from '../reference.ts'
import { option, question, words } from './words.ts'

export function marketSurvey({ filing, startsAt }: { filing: Filing; startsAt: string }) {
  return {
    survey: {
      title: 'Weekly market prices, Beira',
      description: 'Every enumerator visits three stalls of their market each week and notes the lowest price of each.',
      summary: 'Prices of staple foods in three markets.',
      ...filing,
      accessibility: 'PRIVATE',
      surveyType: 'FREE',
      allowMultipleResponses: true,
      startsAt,
    },
    sections: [
      {
        title: words('The market', 'O mercado', '市场'),
        questions: [
          question('SINGLE', 'market', 'Market', 'Mercado', '市场', {
            required: true,
            filterable: true,
            options: [
              option('maquinino', 'Maquinino', 'Maquinino', '马基尼诺'),
              option('goto', 'Goto', 'Goto', '戈托'),
              option('munhava', 'Munhava', 'Munhava', '穆尼亚瓦'),
            ],
          }),
          question('DATE', 'price_date', 'Day of the prices', 'Dia dos preços', '价格日期', { required: true }),
          question(
            'INTEGER',
            'stalls_open',
            'How many stalls were open?',
            'Quantas bancas estavam abertas?',
            '有多少摊位营业？',
            { validation: { min: 0, max: 500 } },
          ),
        ],
      },
      {
        title: words('Prices per kg (MZN)', 'Preços por kg (MZN)', '每公斤价格（梅蒂卡尔）'),
        questions: [
          price('maize', 'Maize flour', 'Farinha de milho', '玉米粉'),
          price('rice', 'Rice', 'Arroz', '大米'),
          price('beans', 'Beans', 'Feijão', '豆类'),
          price('tomato', 'Tomatoes', 'Tomate', '西红柿'),
          question('MULTIPLE', 'scarce', 'What was hard to find?', 'O que estava em falta?', '什么商品短缺？', {
            options: [
              option('maize', 'Maize flour', 'Farinha de milho', '玉米粉'),
              option('rice', 'Rice', 'Arroz', '大米'),
              option('oil', 'Cooking oil', 'Óleo alimentar', '食用油'),
              option('fish', 'Dried fish', 'Peixe seco', '干鱼'),
              { ...option('nothing', 'Nothing', 'Nada', '没有'), exclusive: true },
            ],
          }),
          question('TEXT', 'note', 'Note', 'Nota', '备注', { validation: { maxLength: 200 } }),
        ],
      },
    ],
  } satisfies SurveyPlan
}

function price(code: string, en: string, pt: string, zh: string) {
  return question('DECIMAL', code, en, pt, zh, { validation: { min: 1, max: 2000 } })
}
