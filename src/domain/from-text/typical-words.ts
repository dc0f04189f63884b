/** What questionnaires say in English, Portuguese, French, Spanish and Chinese, and what it tells of a question. */
import type { QuestionType } from '../surveys/question-types.ts'

/**
 * Words without regard to accents: `nao` is found in `Não`, so that `\b` holds in all languages with Latin letters. What
 * was found is as the text has it; its groups are without accents.
 */
class Words extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    const found = super.exec(unaccented(text))
    if (found) found[0] = text.slice(found.index, found.index + found[0].length)
    return found
  }
}

/** Each letter becomes one letter: places in the text stay. */
function unaccented(text: string): string {
  return text.replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0))
}

export const yes = new Words(/^(?:yes|y|sim|oui|si|是|是的|有|对|同意|نعم|да|ndiyo)$/i)
export const no = new Words(/^(?:no|n|nao|non|否|不是|不|没有|无|没|不同意|لا|нет|hapana)$/i)
export const sexes = new Words(
  /^(?:(?:male|masculin[oe]?|homme|homem|hombre|m) (?:female|feminin[oa]?|femenino|femme|mulher|mujer|f)|男性? 女性?)$/i,
)
export const other = new Words(/\b(?:others?|outr[oa]s?|autres?|otr[oa]s?)\b|其他|其它|أخرى/i)
export const specify = new Words(
  /[\s,:;.-]{0,9}[(（[]?\s*(?:please\s+)?(?:specify|especifi\w*|precise[rz]?|请?注明|请?说明|حدد)[^)）\]]*[)）\]]?[\s_.:…]*$/i,
)
/** Chosen together with nothing else. */
export const exclusive = new Words(
  /^(?:none\b|no one$|nothing|don'?t know|do not know|dk$|refused?|prefer not|not applicable|n\/a$|nenhum|nao sabe|nao sei|aucun|ne sait pas|nsp$|refus|ningun|no sabe|ns\/nr|以上都|都没有|不知道|拒绝|لا أعرف)/i,
)

/** `NUMBER ____`: where the answer to the line above is written. */
export const answerPlace = new Words(
  /^(?:answer|response|resposta|respuesta|(?:votre )?reponse|number|years?|months|weeks|days|hours|minutes|amount|quantity|numero|anos|quantidade|nombre|montant|cantidad)\s*[:.]?\s*_{2,}$/i,
)
/** What it says is asked of each line below it. */
export const ofEach = new Words(/following|\beach\b|\bbelow\b|seguintes?|abaixo|suivante?s?|siguientes?|以下|下列/i)
/** What the columns of a table of questions are called. */
export const tableHeads =
  /^(?:no\.?|n[º°]\.?|#|s\/n|questions?(?: and filters)?|coding categories|categories|codes?|response(?: options)?s?|answers?|skip(?: to| pattern)?|perguntas?|respostas?|códigos?|saltos?|passe a|réponses?|aller à|preguntas?|respuestas?|pase a|题号|题目|选项|跳转)$/i

/** Said to the person who asks. */
export const note = new Words(
  /^(?:\(|\[|\*)?\s*(?:interviewer|enumerator|surveyor|instructions?|note|nb|read out|read aloud|entrevistador|inquiridor|enumerador|nota|instruc|leia|enqueteur|consigne|remarque|encuestador|lea|访问员|调查员|注意|说明|备注|提示)\b[^?？]{0,20}?[:：.\-–]|^(?:\(|\[)?\s*(?:访问员|调查员|注意|说明|备注|提示)\s*[:：]/i,
)
export const section = new Words(
  /^(?:#{1,6}\s+|(?:section|module|part|block|annex|seccao|modulo|parte|bloco|seccion|bloque|partie|volet|الجزء|القسم)\s+(?:[A-Z]\b|\d+|[IVX]+\b|one\b|two\b|three\b|four\b|five\b)|第\s*[一二三四五六七八九十\d]+\s*(?:部分|章|节|编)|[一二三四五六七八九十]{1,3}、|[(（][一二三四五六七八九十]{1,2}[)）])/i,
)

export const several = new Words(
  /(?:select|check|mark|tick|circle|choose|indicate|list|record)\s+(?:all|any)\b|all (?:that|which) (?:apply|are mentioned)|all mentioned|(?:multiple|several) (?:responses?|answers?|choices?|options?)|more than one|as many (?:\w+ )?as|up to (?:two|three|four|five|\d)\b|(?:marque|assinale|selecione|indique|escolha|circule)\s+(?:tod[oa]s|ate\s)|tod[oa]s as (?:opcoes|respostas)|multipl\w*\s+(?:escolh|respost|opc|repons|choix|respuest|opcion)\w*|(?:respuestas?|respostas?|reponses?|opciones|escolhas?) (?:multipl[ae]s?)|plusieurs (?:reponses?|choix|options)|toutes les (?:reponses|options)|cochez tou\w*|seleccione tod\w+|marque tod\w+|tod[oa]s las que|(?:marc(?:a|ar|que)|cochez|seleccion\w+|mark|select|tick) (?:hasta|ate|jusqu|varias|varios|several)|plus d'une|mas de una|mais de uma|\[check ?box|多选|多選|复选|複選|多项|多項|不定项|选择所有|所有适用|اختر كل/i,
)
export const ranking = new Words(
  /\brank\b|in order of (?:importance|preference|priority)|\bordene\b|por ordem de|\bclassez\b|par ordre d|por orden de|\bordenar\b|排序|按.{0,8}顺序/i,
)
export const scale = new Words(
  /(?:scale|escala|echelle)\b[^.?]{0,40}?(\d{1,2})\D{1,25}?(\d{1,3})|从\s*(\d{1,2})\s*(?:到|至|-)\s*(\d{1,3})|(\d)\s*(?:-|–|to|a|到|至)\s*(\d{1,2})\s*(?:scale|stars|points?|分)/i,
)

/** One step of a scale. */
export const scaleTerm =
  /(?<![\p{L}\p{N}])(?:n\/a|not applicable|does not apply|don['’]?t know|not sure|no (?:comment|opinion|answer)s?|true|false|yes|no|sim|n[ãa]o|oui|non|s[íi])(?![\p{L}\p{N}])|(?:(?:strongly|totally|completely|somewhat|slightly|very|extremely|fairly|below|above|not at all|not very|not|muito|pouco|nada|muy|poco|totalmente|parcialmente|tr[èe]s|plut[ôo]t|peu|pas du tout|tout [àa] fait|de|en|d['’])\s*){0,2}\b(?:agree|disagree|(?:dis|un)?satisfied|(?:un)?important|(?:un)?likely|good|bad|poor|fair|average|excellent|neutral|undecided|never|rarely|seldom|sometimes|occasionally|often|usually|always|concordo|discordo|(?:in)?satisfeito|importante|bom|boa|ruim|mau|regular|[óo]timo|p[ée]ssimo|neutro|nunca|raramente|[àa]s vezes|frequentemente|sempre|acuerdo|desacuerdo|(?:in)?satisfecho|bueno|malo|a veces|siempre|accord|(?:in)?satisfait|bon|mauvais|jamais|rarement|parfois|souvent|toujours)\b(?:\s+(?:totalmente|parcialmente|em parte))?|(?:非常|比较|比較|不太|很|完全|不)?(?:满意|滿意|同意|重要|符合|一般)/giu

/** The first that fits is meant where there are no options. */
const typical = {
  PHONE:
    /\b(?:phone|telephone|mobile|cell ?phone|contact|whatsapp)\s*(?:number|no\b|#)|^(?:tele)?phone\b|\b(?:numero de )?(?:telemovel|telefone|celular|telefono)\b|telephone|电话|手机号/i,
  GEOPOINT: /\bgps\b|\bcoordinates?\b|\bcoordenadas?\b|\bcoordonnees\b|\blatitude\b|坐标|经纬度/i,
  SIGNATURE: /\bsign(?:ature|ed)\b|\bassinatura\b|\bfirma\b|签名|签字/i,
  IMAGE: /\b(?:take|attach|upload) an? (?:photo|picture)|\bphotograph|\bfoto(?:grafia)?\b|拍照|照片/i,
  DATETIME: /\bdate and time\b|\bdata e hora\b|\bfecha y hora\b|\bdate et heure\b|日期和时间/i,
  TIME: /\bhh\s*[:h]\s*mm\b|\b(?:start|end|starting|ending|finish)(?:ing)? time\b|\btime (?:of|started|ended|interview)|\bwhat time\b|\bhora (?:de|do|em)|\bheure (?:de|du)|几点|时间[:：]\s*_/i,
  DATE: /\bdd\s*[/.-]\s*mm|\bmm\s*[/.-]\s*dd|\byyyy\b|\bdates?\b|\bday\s*[/|]\s*month|\b(?:data|fecha)\b(?!\s+source)|日期|出生年月|_{1,4}\s*\/\s*_{1,4}\s*\/\s*_{1,6}|年\s*_*\s*月/i,
  LONG_TEXT:
    /^why\b|\bwhy\b[^.]{0,80}\?|\b(?:please )?(?:explain|describe|elaborate|tell us more|comments?|suggestions?|remarks|observations?)\b|\bwhat (?:else|other comments)\b|\b(?:free|open) text\b|\b(?:texte|reponse) libre\b|\btexto (?:livre|libre)\b|\bpor ?que\b|\bexplique\b|\bdescreva\b|\bcomentarios?\b|\bsugest(?:oes|ao)\b|\bpourquoi\b|\bexpliquez\b|\bdecrivez\b|\bcommentaires?\b|\bdescriba\b|\bsugerencias?\b|为什么|请描述|请说明原因|意见|建议|لماذا/i,
  DECIMAL:
    /_\s*(?:kg|kgs|kilos?|ha|hectares?|acres?|km|kilomet\w+|cm|m2|m²|litres?|liters?|%|percent)\b|\b(?:weight|height|distance|(?:land|farm|plot|field|surface|total|floor|cultivated|planted) area|area (?:of (?:the |your )?(?:land|farm|plot|field)|in|cultivated|planted)|acreage|peso|altura|superficie|distancia|poids|taille|percent(?:age)?|percentagem|pourcentage|porcentaje)\b|(?:重量|体重|身高|面积|距离|百分之)|\bhow (?:far|tall|heavy)\b|\bin (?:hectares|acres|kilomet\w+|kg|kilos?|litres)\b|\bhow many (?:hectares|acres|kilometers|kilometres|km|kg|litres|liters)\b/i,
  INTEGER:
    /\bhow (?:many|much|old|long|often per)\b|whole number|\b(?:number|amount)\s*_{2,}|\bnumber of\b|^population\b|^total (?!amount)|^no\.? of\b|\bage\b|\byears?\s*old\b|\b(?:years|months|days) (?:of|in)\b|_\s*(?:years?|months?|days?|hours?|minutes?|people|persons|members|times|anos|meses|dias|horas|minutos|pessoas|ans|mois|jours|heures|personnes|personas)\b|\|_+\||\bquant[oa]s?\b|\bidade\b|\bcombien\b|\bquel age\b|\bcuant[oa]s?\b|\bedad\b|\bnumero de (?!telef)|\bnombre d(?:e\b|['’])|\b(?:total )?(?:amount|cost|price|income|salary|expenditure|quantity)\b|\bwhat year\b|\byear of\b|\bem que ano\b|\ben quelle annee\b|\ben que ano\b|…\s*(?:个|人|元|亩|岁|次|口|户|天)|_ _(?!_)|多少|几(?:个|人|岁|次|口|名|年|天|月)|年龄|人数|数量|金额|哪一年|كم /i,
} as const satisfies Partial<Record<QuestionType, RegExp>>
export const typicalTypes = Object.entries(typical).map(
  ([type, words]) => [type as keyof typeof typical, new Words(words)] as const,
)

/** A request is a question too. */
export const asksFor = new Words(
  /^(?:please,?\s+)?(?:describe|explain|list|specify|tell us|give)\s|\bplease (?:enter|describe|explain|write|list|specify)\b|^if (?:so|yes|no|not), (?:describe|explain|please|what|how|which|why)|^(?:por favor,?\s+)?(?:descreva|explique|indique|liste)\s|^(?:veuillez\s+)?(?:decrivez|expliquez|precisez|indiquez|decrire|expliquer)\s|^(?:por favor,?\s+)?(?:describa|mencione)\s|^请(?:描述|说明|列出|写)/i,
)
/** Statements follow, each with the same answers. */
export const asksAgreement = new Words(
  /statement|agree|afirmac|concord|d'accord|enonce|acuerdo|afirmacion|以下(?:说法|陈述)|同意/i,
)
/** Options follow on the same line. */
export const optionsOn = new Words(
  /(?:\b(?:options|codes|choices|responses|opcoes|opciones|respostas|respuestas|reponses)|select all that apply|选项)\s*[:：]\s*(?=\S)/i,
)
/** Begins a question that yes or no answers. */
export const asksYesNo = new Words(
  /^(?:do|does|did|is|are|was|were|have|has|had|can|could|would|will|may)\s+\w[^?]*\?|^(?:est-ce que|avez-vous|etes-vous|y a-t-il|tem\b|ja\b|possui\b|voce (?:tem|ja|possui)|o(?:\/a)? sr|¿?(?:tiene|ha|es|esta|existe|usted)\b)[^?]*\?|是否|有没有|[吗嗎][?？]/i,
)
/** Begins a question of another kind. */
export const asksOpen = new Words(
  /^(?:how|what|which|who|whose|where|when|why|whether|for how|in (?:what|which)|qua(?:l|is)|quant[oa]s?|quem|onde|quando|como|¿?(?:cual|que|cuant[oa]s?|quien|donde|cuando|como)|quel(?:le)?s?|combien|qui|ou|quand|comment)\b[^?]*\?/i,
)
export const asksWhich = new Words(/\bor\b[^?]*\?|\bou\b[^?]*\?|\bo\b[^?]*\?|还是/i)

/** Where a rule goes on: group 1 is a number, a section or the end. */
const number = '([A-Z]{0,4}[-_.]?\\d{1,4}(?:[._-]\\d{1,3}){0,3}[a-z]?\\b)'
const end =
  '((?:the\\s+|of\\s+)?end\\b(?: of (?:the )?(?:survey|interview|questionnaire))?|fim\\b|fin\\b|final\\b|结束|结尾)'
const sectionName =
  '((?:section|module|part|seccao|modulo|parte|seccion|partie)\\s+[A-Z0-9]{1,4}\\b|next section|proxima seccao|section suivante|(?:la )?siguiente seccion|下一部分)'
const noun =
  '(?:the\\s+)?(?:questions?|questao|pergunta|pregunta|no\\.?|n[ºo°]\\.?|qs?(?=\\.?\\s*\\d)\\.?|p(?=\\d)|#|第)?\\s*'
const verb =
  '(?:(?:skip|go|jump|proceed|move|continue|turn)(?:\\s+(?:directly|ahead|on))?\\s*(?:to|with)|skip|(?:va|passe|pule|salte|ir|siga|avance|prossiga|saltar|passar)\\s+(?:direc?tamente\\s+)?(?:para|a|ate)(?:\\s+a)?|(?:aller|allez|passer|passez|sautez|continuez)\\s+(?:directement\\s+)?(?:a|au)(?:\\s+la)?|(?:pase|pasar|vaya|ir|salte|continue)\\s+(?:directamente\\s+)?(?:a|hasta|con)(?:\\s+la)?|(?:请)?(?:跳至|跳到|转到|转至|跳转至|跳转到|跳答|直接回答))'
const place = `${noun}(?:${sectionName}|${end}|${number})(?:\\s*题)?`
export const goTo = new Words(new RegExp(`${verb}\\s*${place}`, 'i'))
/** The same behind an option, with all that is said of it. */
export const goToBehind = new Words(
  new RegExp(`[([（]?\\s*(?:(?:if|se|si)\\s[^()]{1,40}?[,:]?\\s*)?${verb}\\s*${place}\\s*[)\\]）]?`, 'i'),
)
/** `– Skip to WATER`: behind an option, to what may have no number. */
export const goAway = new Words(new RegExp(`\\s*[–—-]\\s*${verb}\\s.*$`, 'i'))
export const arrow = new Words(new RegExp(`(?:→|⇒|➔|➜|->|=>|>>+|»)\\s*(?:${verb}\\s*)?${place}`, 'i'))
/** `If no`, before where it goes on. */
export const ifWords = new Words(
  /(?:\bif|\bse|\bsi|\bcaso|\bwhen|如果|若|如|选择?)\s*(?:the (?:answer|response) is|a resposta for|la reponse est|la respuesta es|回答|选择?|为)?\s*[“"'‘«]?\s*([^“”"'‘’«».;→]{1,60}?)\s*[”"'’»]?\s*(?:[,，:：;–-]|则|请|then|entao|alors|entonces)?\s*(?:please\s+)?$/i,
)
export const ifBefore = new Words(/^[([（]?\s*(?:if|se|si|如果|若)\s+([^\s,:，：)）]{1,20})\s*[,:，：)）]\s*(?=\S)/i)
export const onlyIf = new Words(
  /(?:ask\s+)?(?:only\s+)?(?:if|se|si|如果|若)\s+(?:q(?:uestion)?\.?\s*|pergunta\s+|pregunta\s+|第)?([A-Z]{0,4}\d{1,4}(?:[._-]\d{1,3}){0,3}[a-z]?)\s*题?\s*(?:=|is|was|e|est|es|为|是|:)\s*[“"'‘]?([^"”'’,.)\]]{1,60})/i,
)
export const betweenOptions = /\s*(?:\/|,|\bor\b|\bou\b|\bo\b|或)\s*/i
