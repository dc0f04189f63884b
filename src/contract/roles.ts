/** Roles, the permissions they hold, and grants that wait for a second administrator (seed §6, product.md §2). */
import * as z from 'zod/mini'
import { ownNameProblem } from '#domain/people/permissions.ts'
import { roleCode } from '#domain/people/role-code.ts'
import { endpoint, list, one } from './endpoint.ts'
import { BulkResult, bulkIds, Id, idText, optionalLines, pageFields, text, Timestamp, Version } from './fields.ts'
import { saying } from './problems.ts'

export const Role = z.object({
  id: Id,
  name: z.string(),
  /** Its code, by which the product knows it. */
  role: z.string(),
  description: z.string(),
  builtIn: z.boolean(),
  /** Its people do nothing before they have a second factor. */
  secondFactor: z.boolean(),
  permissions: z.array(z.string()),
  /** Payment permissions that it gets when a second administrator confirms them. */
  pendingPermissions: z.array(z.string()),
  /** How many of the staff have it. */
  staffCount: z.int(),
  version: Version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Role = z.output<typeof Role>

/** Permissions by name or by id. */
const PermissionList = z
  .array(z.union([z.string().check(z.minLength(1), z.maxLength(100)), Id]))
  .check(z.maxLength(500))

export const NewRole = z.strictObject({
  name: text(100),
  /** Made from the name when absent. */
  role: z.optional(z.string().check(z.regex(roleCode))),
  description: optionalLines(500),
  permissions: z.optional(PermissionList),
})
export type NewRole = z.output<typeof NewRole>

export const RoleChanges = z.strictObject({
  /** The whole list: the role loses permissions outside it. */
  permissions: z.optional(PermissionList),
  name: z.optional(text(100)),
  description: optionalLines(500),
  /** As it was read, beside `permissions`: those of them that still wait go on waiting. */
  pendingPermissions: z.optional(z.array(text(100)).check(z.maxLength(500))),
  secondFactor: z.optional(z.boolean()),
  version: z.optional(Version),
})
export type RoleChanges = z.output<typeof RoleChanges>

/** The people of a removed role may be moved to another one. */
const moveTo = z.optional(Id)

export const Permission = z.object({
  id: Id,
  name: z.string(),
  area: z.string(),
  description: z.string(),
  builtIn: z.boolean(),
})
export type Permission = z.output<typeof Permission>

const PermissionArea = z.object({ area: z.string(), permissions: z.array(Permission) })

export const Grant = z.object({
  id: Id,
  /** Null: the second factors of the person are to go. */
  roleId: z.nullable(Id),
  role: z.string(),
  /** The person to get the role; null: the role itself is to get the permissions. */
  person: z.nullable(z.object({ id: Id, username: z.string(), name: z.string() })),
  /** The payment permissions that wait. */
  permissions: z.array(z.string()),
  requestedBy: z.object({ id: Id, username: z.string(), name: z.string() }),
  /** Whether the requester is still there and may still grant. */
  requesterMay: z.boolean(),
  /** Whether the credentials of the requester and of the reader came from one hand. */
  sameHands: z.boolean(),
  requestedAt: Timestamp,
})
export type Grant = z.output<typeof Grant>

const Search = z.optional(z.string().check(z.maxLength(200)))

export const roles = {
  list: endpoint({
    route: 'GET /users/roles',
    access: 'roles.read',
    summary: 'List roles with their permissions',
    query: z.strictObject({ ...pageFields, q: Search }),
    /** `isNewHouse`: an administrator whom the reader invites by mail may confirm what the reader requests. */
    reply: list(Role, z.object({ isNewHouse: z.boolean() })),
  }),
  create: endpoint({
    route: 'POST /users/createRole',
    access: 'roles.write',
    changesRights: 'OF_STAFF',
    summary: 'Create a role',
    body: NewRole,
    reply: one(Role),
    status: 201,
  }),
  edit: endpoint({
    route: 'PUT /users/editRolePermission/{roleId}',
    access: 'roles.write',
    changesRights: 'OF_STAFF',
    summary: 'Change the permissions of a role',
    body: RoleChanges,
    sentBack: Role,
    reply: one(Role),
  }),
  remove: endpoint({
    route: 'DELETE /users/roles/{id}',
    access: 'roles.delete',
    changesRights: 'OF_STAFF',
    summary: 'Delete a role',
    query: z.strictObject({ moveTo: z.optional(idText()) }),
    reply: one(Role),
  }),
  removeMany: endpoint({
    route: 'POST /users/roles/delete',
    access: 'roles.delete',
    changesRights: 'OF_STAFF',
    summary: 'Delete several roles',
    body: z.extend(bulkIds, { moveTo }),
    reply: one(BulkResult),
  }),
}

export const permissions = {
  list: endpoint({
    route: 'GET /users/permissions',
    access: 'roles.read',
    summary: 'List permissions',
    query: z.strictObject({ ...pageFields, q: Search, area: z.optional(z.string().check(z.maxLength(50))) }),
    reply: list(Permission),
  }),
  byArea: endpoint({
    route: 'GET /users/list-permissions',
    access: 'roles.read',
    summary: 'All permissions, grouped by area',
    reply: list(PermissionArea),
  }),
  create: endpoint({
    route: 'POST /users/createPermission',
    access: 'roles.write',
    changesRights: 'OF_STAFF',
    summary:
      'Create a permission: `visit.<id>` guards that entry of the menu, others are for programs that ask for them',
    body: z.strictObject({
      name: text(100).check(({ value, issues }) => {
        const code = ownNameProblem(value)
        if (code) issues.push({ code: 'custom', input: value, params: saying(code) })
      }),
      description: optionalLines(500),
    }),
    reply: one(Permission),
    status: 201,
  }),
  remove: endpoint({
    route: 'DELETE /users/permissions/{id}',
    access: 'roles.delete',
    changesRights: 'OF_STAFF',
    summary: 'Delete a permission that people made',
    reply: one(Permission),
  }),
  removeMany: endpoint({
    route: 'POST /users/permissions/delete',
    access: 'roles.delete',
    changesRights: 'OF_STAFF',
    summary: 'Delete several permissions that people made',
    body: bulkIds,
    reply: one(BulkResult),
  }),
}

export const grants = {
  list: endpoint({
    route: 'GET /users/grants',
    access: 'roles.read',
    summary: 'List the grants of payment permissions that wait for a second administrator',
    query: z.strictObject(pageFields),
    reply: list(Grant),
  }),
  resetFactor: endpoint({
    route: 'POST /users/{id}/second-factor/reset',
    access: 'roles.grantPayments',
    changesRights: 'OF_STAFF',
    done: 'A second administrator has to confirm it.',
    summary: 'Ask for the reset of the second factors of a member of staff: another administrator confirms the grant',
    reply: one(Grant),
  }),
  confirm: endpoint({
    route: 'POST /users/grants/{id}/confirm',
    access: 'roles.grantPayments',
    changesRights: 'OF_STAFF',
    summary: 'Confirm a grant that another administrator asked for: it takes effect',
    reply: one(Grant),
  }),
  withdraw: endpoint({
    route: 'DELETE /users/grants/{id}',
    access: 'roles.grantPayments',
    changesRights: 'OF_STAFF',
    summary: 'Withdraw or refuse a grant that waits',
    reply: one(Grant),
  }),
}
