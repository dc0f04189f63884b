/** The paid survey of the demo: households and their water. It has a question of every type. */
import type { SurveyPlan } from '../make-survey.ts'
import type { Filing } from '../reference.ts'
import { option, question, words } from './words.ts'

export function householdSurvey({ filing, startsAt, endsAt }: { filing: Filing; startsAt: string; endsAt: string }) {
  return {
    survey: {
      title: 'Household water and sanitation, Sofala',
      description: 'Interviews at home, about 20 minutes, with the person who looks after the water of the household.',
      summary: 'Where households get their water, what they pay for it and how they keep it clean.',
      ...filing,
      accessibility: 'PUBLIC',
      surveyType: 'PAID',
      amount: '75.00',
      currency: 'MZN',
      startsAt,
      endsAt,
    },
    sections: [
      {
        title: words('The household', 'O agregado familiar', '住户'),
        questions: [
          question('TEXT', 'head_name', 'Name of the head of the household', 'Nome do chefe do agregado', '户主姓名', {
            required: true,
            identifying: true,
            personal: true,
            validation: { maxLength: 80 },
          }),
          question(
            'INTEGER',
            'members',
            'How many people live here?',
            'Quantas pessoas vivem aqui?',
            '这里住着几口人？',
            {
              help: words(
                'Count everybody who slept here last night.',
                'Conte todos os que dormiram aqui na noite passada.',
                '请计算昨晚在此过夜的所有人。',
              ),
              required: true,
              validation: { min: 1, max: 30 },
            },
          ),
          question('SINGLE', 'village', 'Village', 'Aldeia', '村庄', {
            required: true,
            filterable: true,
            options: [
              option('dondo', 'Dondo', 'Dondo', '栋多'),
              option('mafambisse', 'Mafambisse', 'Mafambisse', '马凡比塞'),
              option('tica', 'Tica', 'Tica', '蒂卡'),
              option('lamego', 'Lamego', 'Lamego', '拉梅古'),
              option('savane', 'Savane', 'Savane', '萨瓦内'),
              { ...option('other', 'Another village', 'Outra aldeia', '其他村庄'), isOther: true },
            ],
          }),
          question('DATE', 'visit_date', 'Day of the visit', 'Dia da visita', '访问日期', { required: true }),
          question('GEOPOINT', 'home', 'Where the house stands', 'Onde fica a casa', '房屋位置', {
            help: words(
              'Wait until the accuracy is below 20 m.',
              'Espere até a precisão ser inferior a 20 m.',
              '请等待精度小于20米。',
            ),
            personal: true,
          }),
        ],
      },
      {
        title: words('Water', 'Água', '用水'),
        questions: [
          question(
            'SINGLE',
            'water_source',
            'Where does the drinking water come from?',
            'De onde vem a água para beber?',
            '饮用水来自哪里？',
            {
              required: true,
              filterable: true,
              options: [
                option('piped', 'Tap in the house or yard', 'Torneira em casa ou no quintal', '屋内或院内水龙头'),
                option('standpipe', 'Public tap', 'Fontanária', '公共水龙头'),
                option('borehole', 'Borehole with a pump', 'Furo com bomba', '手泵机井'),
                option('protected_well', 'Protected well', 'Poço protegido', '有防护的水井'),
                option('open_well', 'Open well', 'Poço aberto', '敞口水井'),
                option('river', 'River or lake', 'Rio ou lago', '河流或湖泊'),
              ],
            },
          ),
          question(
            'INTEGER',
            'walk_minutes',
            'Minutes to walk there, wait and come back',
            'Minutos para ir, esperar e voltar',
            '往返取水（含等候）需要几分钟',
            { relevant: "water_source != 'piped'", validation: { min: 0, max: 480 } },
          ),
          question(
            'DECIMAL',
            'water_cost',
            'Spent on water last month (MZN)',
            'Gasto com água no mês passado (MZN)',
            '上月水费（梅蒂卡尔）',
            { validation: { min: 0, max: 20_000 } },
          ),
          question(
            'MULTIPLE',
            'treatment',
            'What is done to the water before drinking?',
            'O que se faz à água antes de beber?',
            '饮用前如何处理水？',
            {
              required: true,
              options: [
                option('boil', 'Boiled', 'Fervida', '煮沸'),
                option('chlorine', 'Chlorine or Certeza added', 'Cloro ou Certeza', '加氯消毒'),
                option('filter', 'Filtered', 'Filtrada', '过滤'),
                option('settle', 'Left to settle', 'Deixada a assentar', '静置沉淀'),
                { ...option('none', 'Nothing', 'Nada', '不处理'), exclusive: true },
              ],
            },
          ),
        ],
      },
      {
        title: words('Sanitation', 'Saneamento', '卫生'),
        questions: [
          question(
            'SINGLE',
            'toilet',
            'Which toilet does the household use?',
            'Que latrina usa o agregado?',
            '住户使用哪种厕所？',
            {
              required: true,
              filterable: true,
              options: [
                option('flush', 'Flush toilet', 'Sanita com autoclismo', '抽水马桶'),
                option('improved', 'Improved latrine', 'Latrina melhorada', '改良厕所'),
                option('simple', 'Simple latrine', 'Latrina tradicional', '简易厕所'),
                option('none', 'None', 'Nenhuma', '没有'),
              ],
            },
          ),
          question(
            'YES_NO',
            'toilet_shared',
            'Do other households use it too?',
            'Outros agregados também a usam?',
            '其他住户也使用吗？',
          ),
          question(
            'MULTIPLE',
            'handwashing',
            'What is there to wash hands with?',
            'O que há para lavar as mãos?',
            '洗手处有什么？',
            {
              options: [
                option('water', 'Water', 'Água', '水'),
                option('soap', 'Soap', 'Sabão', '肥皂'),
                option('ash', 'Ash', 'Cinza', '草木灰'),
                { ...option('nothing', 'Nothing', 'Nada', '没有'), exclusive: true },
              ],
            },
          ),
          question(
            'LONG_TEXT',
            'remarks',
            'What else did the household say?',
            'O que mais disse o agregado?',
            '住户还说了什么？',
            { validation: { maxLength: 2000 } },
          ),
        ],
      },
      {
        title: words('End of the visit', 'Fim da visita', '访问结束'),
        questions: [
          question(
            'RANK',
            'priorities',
            'What does the village need most? Put the most urgent first.',
            'Do que mais precisa a aldeia? Ponha o mais urgente em primeiro lugar.',
            '村里最需要什么？请把最紧迫的排在最前。',
            {
              options: [
                option('water', 'Safe water', 'Água segura', '安全用水'),
                option('school', 'A school', 'Uma escola', '学校'),
                option('clinic', 'A clinic', 'Um centro de saúde', '诊所'),
                option('road', 'A road', 'Uma estrada', '道路'),
              ],
            },
          ),
          question(
            'RATING',
            'satisfaction',
            'How good is the water service?',
            'Quão bom é o serviço de água?',
            '供水服务如何？',
            { help: words('1 is bad, 5 is very good.', '1 é mau, 5 é muito bom.', '1 为差，5 为很好。') },
          ),
          question(
            'TIME',
            'end_time',
            'When did the interview end?',
            'A que horas terminou a entrevista?',
            '访谈几点结束？',
          ),
          question('DATETIME', 'next_visit', 'When may we come again?', 'Quando podemos voltar?', '我们何时可以再来？'),
          question(
            'PHONE',
            'contact_phone',
            'Another phone of the household',
            'Outro telefone do agregado',
            '住户的其他电话',
            { personal: true },
          ),
          question('ADMIN_UNIT', 'unit', 'Where is the house?', 'Onde fica a casa?', '房屋在哪个行政区？'),
          question(
            'SITE',
            'clinic',
            'Which clinic does the household use?',
            'Que centro de saúde usa o agregado?',
            '住户使用哪个诊所？',
          ),
          question('IMAGE', 'source_photo', 'Picture of the water source', 'Fotografia da fonte de água', '水源照片'),
          question('AUDIO', 'voice', 'Words of the household, recorded', 'Palavras do agregado, gravadas', '住户录音', {
            personal: true,
          }),
          question('GEOTRACE', 'water_path', 'The path to the water', 'O caminho até à água', '取水路线', {
            personal: true,
          }),
          question('GEOSHAPE', 'garden', 'The outline of the garden', 'O contorno da horta', '菜园的边界', {
            personal: true,
          }),
          question(
            'VIDEO',
            'source_film',
            'Film of the water source in use',
            'Vídeo da fonte de água em uso',
            '水源使用情况视频',
          ),
          question(
            'RANGE',
            'tank_level',
            'How full is the tank, in tenths?',
            'Quão cheio está o tanque, em décimas?',
            '水箱有几成满？',
            { validation: { min: 0, max: 10, step: 1 } },
          ),
          question('BARCODE', 'water_meter', 'Code on the water meter', 'Código do contador de água', '水表上的条码'),
          question('FILE', 'water_bill', 'The last water bill', 'A última fatura de água', '最近的水费单', {
            personal: true,
          }),
          question('SIGNATURE', 'signature', 'Signature for the consent', 'Assinatura do consentimento', '同意书签名', {
            personal: true,
          }),
          question(
            'NOTE',
            'thanks',
            'Thank the household, and say when the money comes.',
            'Agradeça ao agregado e diga quando chega o dinheiro.',
            '感谢住户，并说明何时付款。',
          ),
        ],
      },
    ],
    // Households without a toilet share none.
    skips: [{ from: 'toilet', is: 'none', to: 'handwashing' }],
  } satisfies SurveyPlan
}
