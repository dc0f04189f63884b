/** Receives a submission: its XML in memory, its files on disk as they come. */
import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { mostAttachmentBytes } from '../attachments/keep.ts'
import { AppError } from '../errors.ts'
import type { SpooledFile } from '../http/context.ts'
import { spool } from '../http/upload.ts'
import type { Services } from '../services.ts'
import { BadXml, readXml, type XmlNode } from '../http/read-xml.ts'

const mostXmlBytes = 4 * 1024 * 1024
const mostParts = 100
const xmlPart = 'xml_submission_file'
/** Whether further posts bring more files of the same form. */
const incompletePart = '*isIncomplete*'

export interface ReceivedForm {
  xml: Buffer
  files: SpooledFile[]
  isIncomplete: boolean
}

/** Of one post; apps send more in several. */
export function mostPostBytes(services: Services): number {
  return mostAttachmentBytes(services) + mostXmlBytes
}

/** Gives the form to `use`, and removes its files that nothing keeps. */
export async function withReceived<T>(
  services: Services,
  request: FastifyRequest,
  use: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  const files: SpooledFile[] = []
  try {
    const received = await receive(services, request, files).catch((error: unknown) => {
      // Complaints of the multipart parser carry no code; all other errors do.
      throw error instanceof Error && !('code' in error) ? new AppError('BAD_MULTIPART') : error
    })
    return await use({ ...received, files })
  } finally {
    for (const { path } of files) await rm(path, { force: true })
    // An unread request would never free its connection.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function receive(services: Services, request: FastifyRequest, files: SpooledFile[]) {
  let found: Buffer | undefined
  let isIncomplete = false
  let bytes = 0
  const most = mostPostBytes(services)
  const limits = { fileSize: most, files: mostParts, fields: mostParts, parts: mostParts }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      isIncomplete ||= part.fieldname === incompletePart && part.value === 'yes'
    } else if (part.fieldname === xmlPart) {
      found = await part.toBuffer()
    } else {
      const file = await spool(
        { name: part.filename || part.fieldname, type: part.mimetype },
        part.file,
        services.files,
      )
      files.push(file)
      bytes += file.bytes
    }
    if (bytes > most || (found?.length ?? 0) > mostXmlBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  }
  if (!found) throw new AppError('FILE_MISSING')
  return { xml: found, isIncomplete }
}

/** COLLECT_FORM_WRONG for bytes that are no document. */
export function documentIn(bytes: Buffer): XmlNode {
  try {
    return readXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof BadXml || error instanceof TypeError) throw new AppError('COLLECT_FORM_WRONG')
    throw error
  }
}
