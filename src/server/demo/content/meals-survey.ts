/** The draft of the demo. It is not ready: paid in groups, a choice without options, a section without questions. */
import type { SurveyPlan } from '../make-survey.ts'
import type { Filing } from '../reference.ts'
import { question, words } from './words.ts'

export function mealsSurvey(filing: Filing) {
  return {
    survey: {
      title: 'School meals, second visit',
      summary: 'Follow-up with the cooks of twelve schools.',
      ...filing,
      surveyType: 'PAID',
      amount: '120.00',
      currency: 'MZN',
      paymentAggregation: 'GROUPED',
      aggregationCount: 2,
    },
    sections: [
      {
        title: words('The kitchen', 'A cozinha', '厨房'),
        questions: [
          question(
            'INTEGER',
            'children_fed',
            'Children who ate today',
            'Crianças que comeram hoje',
            '今天用餐的儿童人数',
            { required: true, validation: { min: 0, max: 2000 } },
          ),
          question('SINGLE', 'fuel', 'What is used for cooking?', 'Com que se cozinha?', '用什么做饭？'),
        ],
      },
      { title: words('The store', 'O armazém', '仓库'), questions: [] },
    ],
  } satisfies SurveyPlan
}
