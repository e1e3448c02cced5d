import type { FastifyInstance } from "fastify";
import type { Module } from "@parlance/kernel/http/module.ts";
import { createScimToken } from "./api/create-token.ts";
import { listScimTokens } from "./api/list-tokens.ts";
import { revokeScimToken } from "./api/revoke-token.ts";
import { discovery } from "./protocol/discovery.ts";
import { group, groups } from "./groups/group-methods.ts";
import { unknownPath, type ScimHost, serveScim } from "./protocol/serve-scim.ts";
import { user, users } from "./users/user-methods.ts";

/** Module for SCIM tokens, with which external directories access an organization's users and groups. */
export const scimModule: Module = {
  name: "scim",
  section: "realms",
  floor: "administration",
  tables: ["scim_group", "scim_token", "scim_user"],
  endpoints: [listScimTokens, createScimToken, revokeScimToken],
};

/** Registers the paths of SCIM 2.0 (RFC 7643 and RFC 7644), which directories call. */
export function registerScim(app: FastifyInstance, host: ScimHost): void {
  const paths = { ...discovery, "/Users": users, "/Users/:id": user, "/Groups": groups, "/Groups/:id": group };
  for (const [path, methods] of Object.entries({ ...paths, "/*": unknownPath })) serveScim(app, host, path, methods);
}
