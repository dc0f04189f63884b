/** Texts of the demo, which its survey of households uses. */
import { words } from './words.ts'

export const demoTexts = [
  {
    code: 'HOUSEHOLD_CONSENT',
    title: 'Consent of a household',
    kind: 'CONSENT',
    body: words(
      '## Your choice\n\nWe ask about the water of your household. It takes about **15 minutes**.\n\n- You may stop at any time, or leave a question out.\n- Your name is not in what we publish.\n- Your answers do not change which services you get.',
      '## A escolha é sua\n\nPerguntamos sobre a água do seu domicílio. Leva cerca de **15 minutos**.\n\n- Você pode parar a qualquer momento ou deixar uma pergunta sem resposta.\n- O seu nome não aparece no que publicamos.\n- As suas respostas não mudam os serviços que você recebe.',
      '## 由您决定\n\n我们想了解您家的用水情况，大约需要 **15 分钟**。\n\n- 您可以随时停止，也可以跳过某个问题。\n- 公布的结果中不会出现您的姓名。\n- 您的回答不会影响您获得的服务。',
    ),
  },
  {
    code: 'HOUSEHOLD_HOW',
    title: 'How a household answers',
    kind: 'INSTRUCTIONS',
    body: words(
      'Answer for **all who live in your home**. The person who fetches the water *most often* knows best.',
      'Responda por **todas as pessoas que moram na sua casa**. Quem busca água *com mais frequência* sabe melhor.',
      '请代表**家中所有成员**回答。*最常*取水的人最了解情况。',
    ),
  },
  {
    code: 'HOUSEHOLD_THANKS',
    title: 'Thanks to a household',
    kind: 'MESSAGE',
    body: words(
      '**Thank you.** Your district office has the results in three months.',
      '**Obrigado.** Os resultados estarão na sede do seu distrito em três meses.',
      '**谢谢您。**三个月后可在您所在的区政府查看结果。',
    ),
  },
] as const
