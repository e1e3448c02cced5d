import { createHmac } from "node:crypto";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";

/** Users of the demo organization. */
export const demoUsers = {
  owner: { fullName: "Mara Lindqvist", email: "mara.lindqvist@example.com", role: roles.owner },
  admin: { fullName: "Kofi Mensah", email: "kofi.mensah@example.com", role: roles.administrator },
  moderator: { fullName: "Inês Carvalho", email: "ines.carvalho@example.com", role: roles.moderator },
  member: { fullName: "Tomasz Wójcik", email: "tomasz.wojcik@example.com", role: roles.member },
  member2: { fullName: "Yuki Tanaka", email: "yuki.tanaka@example.com", role: roles.member },
  guest: { fullName: "Priya Raman", email: "priya.raman@example.com", role: roles.guest },
  bot: { fullName: "Deploy Bot", email: "deploy-bot@example.com", role: roles.member },
} as const satisfies Record<string, { fullName: string; email: string; role: Role }>;

export type DemoUser = keyof typeof demoUsers;
export const demoUserKeys = Object.keys(demoUsers) as DemoUser[];

/** Channels of the demo organization, and their subscribers. */
export const demoChannels = {
  general: { description: "For everyone", people: demoUserKeys },
  engineering: { description: "Building and operating our products", people: ["owner", "admin", "member"] },
  private: { description: "Confidential plans", people: ["owner", "member"] },
} as const satisfies Record<string, { description: string; people: readonly DemoUser[] }>;

export type DemoChannel = keyof typeof demoChannels;

/**
 * Returns the password of a demo user, or null for the bot. Passwords are derived from the server's secret, so they
 * need not be stored before the credentials file is written.
 */
export const demoPassword = (part: DemoUser, secret: Uint8Array): string | null =>
  part === "bot" ? null : createHmac("sha256", secret).update(`demo-password:${part}`).digest("base64url").slice(0, 16);
