/** The public link of a survey: staff turn it on and off, visitors answer by it without an account. */
import { type SurveyLink, surveyLinks } from '#contract/survey-links.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { mostFilesOf } from '#domain/answers/attachments.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { problem } from '#domain/problems.ts'
import { filesThatMayWait, linkRefusal } from '#domain/surveys/survey-link.ts'
import { judgeAttachment, keepAttachment, mostAttachmentBytes } from '../../attachments/keep.ts'
import { questionTaking } from '../../attachments/question.ts'
import { withRoom } from '../../attachments/room.ts'
import { storedForLink } from '../../attachments/store.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, atEntrance, type Context, type Entrance, inTurn, on } from '../../http/context.ts'
import { openSurvey } from '../../scope.ts'
import { openSurveyFile } from '../../surveys/file-store.ts'
import { countByLink, findLinkedSurvey, getLink, putLink } from '../../surveys/link-store.ts'
import { surveyStore } from '../../surveys/store.ts'
import { allVersions } from '../../surveys/version-store.ts'
import { entryFormOf, intakeTurn, ownEntry, takeEntry } from './entry.ts'
import { collectorOf } from '../list/collectors.ts'
import { getIntakeSurvey, type IntakeSurvey, mayAnswerAgain } from './intake-store.ts'
import { noteSent } from './senders.ts'

const get = on(surveyLinks.get, async ({ db, params, actor }) =>
  getLink(db, await openSurvey(db, actor, 'see', params.id)),
)

const update = on(surveyLinks.update, async ({ db, params, body, actor, audit }) => {
  const { version, ...changes } = body
  // It opens the survey to everybody who has the address.
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const before = await getLink(db, surveyId)
  if (version !== undefined && version !== before.version) throw new AppError('STALE', { data: before })
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const wanted: SurveyLink = { ...before, ...Object.fromEntries(given) }
  if (wanted.maxResponses !== null && wanted.maxResponses < before.responseCount)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ ...problem('maxResponses', 'TOO_SMALL'), limit: before.responseCount }],
    })
  const after = await putLink(db, wanted)
  audit({ action: 'surveys.link', subjectType: 'survey', subjectId: surveyId, before, after })
  return after
})

const form = on(surveyLinks.form, async ({ db, params, actor, services }) => {
  const surveyId = await visit(db, params.encodedId, actor)
  const own = actor.program?.participant
  if (own) {
    const survey = await getIntakeSurvey(db, surveyId)
    const asked = await entryFormOf(db, survey, services.settings)
    const refusal = asked.refusal ?? ((await mayAnswerAgain(db, survey, own.id)) ? null : 'RESPONSE_REPEATED')
    return { ...asked, refusal, participantRequired: false, participant: { name: own.name } }
  }
  const survey = await getIntakeSurvey(db, surveyId)
  if (isKnown(actor)) return entryFormOf(db, survey, services.settings)
  refuse(linkRefusal(await getLink(db, surveyId), new Date()))
  return entryFormOf(db, askingWho(survey), services.settings)
})

/** Pictures and lists of the questionnaire, for those who may open it. */
const openFile = on(surveyFiles.openByLink, async ({ db, params, query, actor, services }) => {
  const surveyId = await visit(db, params.encodedId, actor)
  if (!isKnown(actor)) refuse(linkRefusal(await getLink(db, surveyId), new Date()))
  return openSurveyFile(db, services, { surveyId, id: params.fileId, published: true, isVisitor: true, ...query })
})

type Visit = Pick<Context<typeof surveyLinks.upload>, 'params' | 'query'> & { actor: Actor }

/** Before a byte of the file is taken: the address, the link, the survey, the question, and room for it. */
const withFile: Entrance = async ({ params, query, actor, address, bytes, services }, receive) => {
  const { db } = services.database
  await noteSent(db, 'files', address)
  const most = mostAttachmentBytes(services)
  if (bytes !== undefined && bytes > most + mostFrameBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  const { surveyId, link } = await openForFile(db, { params, query, actor } as Visit)
  if (link) refuse(intakeRefusal(await getIntakeSurvey(db, surveyId), new Date()))
  // A phone that was without a network may answer an earlier version.
  const ofVersions = (await allVersions(db, surveyId)).map(({ content }) => mostFilesOf(content))
  const mostFiles = link ? filesThatMayWait(link, Math.max(...ofVersions)) : null
  return withRoom(services, { surveyId, bytes: bytes ?? most, mostFiles }, receive)
}

/** What a multipart body has around its file. */
const mostFrameBytes = 64 * 1024

async function openForFile(db: Db, { params, query, actor }: Visit) {
  const surveyId = await visit(db, params.encodedId, actor)
  const link = isKnown(actor) ? undefined : await getLink(db, surveyId)
  if (link) refuse(linkRefusal(link, new Date()))
  return { surveyId, link, question: await questionTaking(db, surveyId, query.question) }
}

const upload = on(surveyLinks.upload, async ({ db, params, query, file, services, write, audit, actor }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const { surveyId, question } = await openForFile(db, { params, query, actor })
  const judged = await judgeAttachment(services, { file, question, path: 'file' })
  return write(async (tx) => {
    const stored = await keepAttachment(tx, services, { surveyId, by: storedForLink(query.clientUuid), judged })
    const after = { question: question.code, file: stored.file, mime: stored.mime, bytes: stored.bytes }
    audit({ action: 'responses.attach', subjectType: 'survey', subjectId: surveyId, after })
    return stored
  })
})

/** A village shares one address of a telephone company; a program that fills the house does not get far. */
const withResponse: Entrance = async ({ address, services }, receive) => {
  await noteSent(services.database.db, 'responses', address)
  return receive()
}

const send = on(surveyLinks.send, async ({ db, params, body, services, audit, actor }) => {
  const { surveyVersion, clientUuid, ...entry } = body
  const surveyId = await visit(db, params.encodedId, actor)
  // A link of one's own opens the survey whether the public one is on or off.
  const link = isKnown(actor) ? undefined : await getLink(db, surveyId)
  const collector = isKnown(actor) ? collectorOf(actor) : undefined
  const source = collector ? 'API' : 'SCREEN'
  if (link && !link.isOn) throw new AppError('NOT_FOUND')
  const { id, isRepeated } = await takeEntry(db, surveyId, ownEntry(entry, actor), {
    formKey: clientUuid,
    source,
    collector,
    files: storedForLink(clientUuid),
    settings: services.settings,
    ...(collector ? {} : { asking: askingWho }),
    versionOf: (current) => {
      // Only a new file needs room; a stored one needs none.
      if (link) refuse(linkRefusal(link, new Date()))
      if (surveyVersion > current) throw new AppError('SURVEY_VERSION_CHANGED')
      return surveyVersion
    },
  })
  if (link && !isRepeated) {
    // Two visitors do not take the same last place: the survey is locked by now.
    refuse(linkRefusal(await getLink(db, surveyId), new Date()))
    await countByLink(db, surveyId)
  }
  const own = actor.program?.participant && { participantId: actor.program.participant.id }
  const after = { surveyId, clientUuid, source, ...own, repeated: isRepeated }
  audit({ action: 'responses.create', subjectType: 'form', subjectId: id, after })
  return { clientUuid }
})

/** A participant by their own link, or a collector by the token of their app: no visitor of the open link. */
function isKnown({ program, isApp }: Actor): boolean {
  return program !== undefined || isApp === true
}

/** Where answers are paid for, a visitor says whom to pay: no other person could ask them later. */
function askingWho(survey: IntakeSurvey): IntakeSurvey {
  return { ...survey, participantRequired: survey.participantRequired || survey.surveyType === 'PAID' }
}

/** Throws NOT_FOUND when no survey has this address. */
async function visit(db: Db, encodedId: string, actor: Actor): Promise<number> {
  if (actor.isApp) {
    const needs = 'responses.enter'
    if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
    return openSurvey(db, actor, 'enter', encodedId)
  }
  const { program } = actor
  const surveyId = await findLinkedSurvey(db, encodedId)
  if (surveyId === undefined || (program && program.surveyId !== surveyId)) throw new AppError('NOT_FOUND')
  return surveyId
}

export const linkRoutes = [
  get,
  update,
  form,
  openFile,
  atEntrance(withFile, inTurn(intakeTurn, upload)),
  atEntrance(withResponse, inTurn(intakeTurn, send)),
]
