import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";

const admissibleRoles = {
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
};

/** What a rule says on who may join without being invited, and as what. */
export const admissionFields = {
  domains: z.array(z.string().toLowerCase()).min(1).optional(),
  groups: z.array(z.string()).min(1).optional(),
  role: z
    .enum(Object.keys(admissibleRoles) as (keyof typeof admissibleRoles)[])
    .default("member")
    .transform((role): Role => admissibleRoles[role]),
  user_groups: z.array(z.string()).default([]),
};

/** Who may join through a provider. The first rule that fits counts. */
export const AdmissionRule = z.strictObject(admissionFields);
export type AdmissionRule = z.output<typeof AdmissionRule>;

/** What a provider may say again of those who sign in with it. */
const refreshableFields = ["full_name", "role", "user_groups"] as const;
export type RefreshableField = (typeof refreshableFields)[number];

/** What there is to say of every provider. */
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

/** Only on the machine itself may such an address be unencrypted. */
export const secureUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => text.startsWith("https:") || isLoopback(new URL(text)), "must begin with https:");
