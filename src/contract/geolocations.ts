/** The geofence of a survey: one for each, under the survey's own id. */
import * as z from 'zod/mini'
import { fenceModes, fenceReferences, largestFence, smallestFence } from '#domain/answers/geofence.ts'
import { endpoint, one } from './endpoint.ts'
import { Id, optionalId, Timestamp, Version } from './fields.ts'
import { saying } from './problems.ts'
import { surveyRef } from './survey-ref.ts'

export const Geolocation = z.object({
  /** The survey's. */
  id: Id,
  mode: z.enum(fenceModes),
  reference: z.enum(fenceReferences),
  /** Of the point. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The unit around whose sites the fence is. */
  administrativeUnitId: z.nullable(Id),
  distanceMeters: z.int(),
  /** 0 until it is first written. */
  version: z.int(),
  updatedAt: z.nullable(Timestamp),
})
export type Geolocation = z.output<typeof Geolocation>

const Distance = z.int().check(z.minimum(smallestFence), z.maximum(largestFence))

/** `distance` is another word for `distanceMeters`; given both, they agree. */
const distances = { distanceMeters: z.optional(Distance), distance: z.optional(Distance) }

/** 0: of a fence that was never written. */
const version = z.optional(z.union([Version, z.literal(0)]))

type Distances = { [K in keyof typeof distances]?: number | undefined }

const agreeing = z.refine<Distances>(
  ({ distanceMeters, distance = distanceMeters }: Distances) => (distanceMeters ?? distance) === distance,
  { path: ['distance'], params: saying('NOT_ALLOWED') },
)

export const GeolocationFields = z
  .strictObject({
    mode: z.optional(z.enum(fenceModes)),
    reference: z.optional(z.enum(fenceReferences)),
    latitude: z.optional(z.nullable(z.number().check(z.minimum(-90), z.maximum(90)))),
    longitude: z.optional(z.nullable(z.number().check(z.minimum(-180), z.maximum(180)))),
    administrativeUnitId: optionalId(),
    ...distances,
    version,
  })
  .check(agreeing)

const params = z.strictObject({ id: surveyRef() })

export const geolocations = {
  update: endpoint({
    route: 'PUT /geolocations/{id}',
    access: 'surveys.write',
    done: 'Geolocation updated successfully.',
    summary: 'Set where the responses to a survey must come from',
    params,
    body: GeolocationFields,
    sentBack: Geolocation,
    reply: one(Geolocation),
  }),
  distance: endpoint({
    route: 'PUT /geolocations/distance/{id}',
    access: 'surveys.write',
    done: 'Geolocation distance updated successfully.',
    summary: 'Set how far from its middle a response may come, in metres',
    params,
    body: z.strictObject({ ...distances, version }).check(
      agreeing,
      z.refine(({ distanceMeters, distance }) => (distanceMeters ?? distance) !== undefined, {
        path: ['distanceMeters'],
        params: saying('REQUIRED'),
      }),
    ),
    sentBack: Geolocation,
    reply: one(Geolocation),
  }),
}
