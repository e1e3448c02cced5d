import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";

const admissibleRoles = {
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
};

/**
 * Fields of a rule that lets users join without an invitation: its conditions, and the role and groups that these users
 * get.
 */
export const admissionFields = {
  domains: z.array(z.string().toLowerCase()).min(1).optional(),
  groups: z.array(z.string()).min(1).optional(),
  role: z
    .enum(Object.keys(admissibleRoles) as (keyof typeof admissibleRoles)[])
    .default("member")
    .transform((role): Role => admissibleRoles[role]),
  user_groups: z.array(z.string()).default([]),
};

/** A rule that lets users of a provider join without an invitation. The first matching rule applies. */
export const AdmissionRule = z.strictObject(admissionFields);
export type AdmissionRule = z.output<typeof AdmissionRule>;

/** Properties of an account that a provider may update at later logins. */
const refreshableFields = ["full_name", "role", "user_groups"] as const;
export type RefreshableField = (typeof refreshableFields)[number];

/** Settings that OpenID Connect and SAML providers have in common. A proxy has all of them except `name`. */
export const commonProviderSettings = {
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "can contain only lower-case letters, digits, _ and -"),
  display_name: z.string().min(1).max(60),
  display_icon: z.url().optional(),
  organizations: z.array(z.string()).optional(),
  admits: z.array(AdmissionRule).default([]),
  does_second_factor: z.boolean().default(false),
  refreshes: z.array(z.enum(refreshableFields)).optional(),
};

const isLoopback = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** An HTTPS URL. HTTP is allowed only for a host on the same machine. */
export const secureUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => text.startsWith("https:") || isLoopback(new URL(text)), "must begin with https:");
