/** The report of the household survey: texts with charts and a crossing between them. */
import { words } from './words.ts'

const text = (...said: Parameters<typeof words>) => ({ kind: 'text' as const, text: words(...said) })
const figure = (view: { rows: string; by?: string; of?: 'rows' | 'columns' }) => ({
  kind: 'figure' as const,
  view: { ...view, look: 'chart' as const },
  query: '',
})

export const householdReport = {
  title: words('Water in Sofala: first findings', 'Água em Sofala: primeiros resultados', '索法拉用水：初步结果'),
  parts: [
    text(
      'More than half of the households fetch their water at a public tap or a borehole.',
      'Mais de metade dos agregados vai buscar água a uma fontanária ou a um furo.',
      '超过一半的住户从公共水龙头或手泵机井取水。',
    ),
    figure({ rows: 'water_source' }),
    text(
      'The villages differ: in each, which sources do people drink from?',
      'As aldeias diferem: em cada uma, de que fontes se bebe?',
      '各村庄情况不同：每个村庄的人饮用哪些水源？',
    ),
    figure({ rows: 'water_source', by: 'village', of: 'columns' }),
    text(
      'Where the toilet is simpler, is there less to wash hands with?',
      'Onde a latrina é mais simples, há menos com que lavar as mãos?',
      '厕所越简易，洗手条件是否也越差？',
    ),
    figure({ rows: 'handwashing', by: 'toilet', of: 'columns' }),
  ],
}
