/** Roles, and permissions that people make, as their forms know them. */
import { NewRole, Permission, permissions, Role, roles } from '#contract/roles.ts'
import * as z from 'zod/mini'

const shared = { path: 'roles', row: Role, list: roles.list, create: roles.create }

export const newRole = { ...shared, fields: NewRole }

/** What it holds is changed in the matrix. */
export const roleWords = {
  ...shared,
  fields: z.pick(NewRole, { name: true, description: true }),
  update: roles.edit,
}

export const newPermission = {
  path: 'roles.own',
  row: Permission,
  fields: permissions.create.body,
  list: permissions.byArea,
  create: permissions.create,
}
