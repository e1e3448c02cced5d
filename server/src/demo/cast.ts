import { createHmac } from "node:crypto";
import type { Role } from "#kernel/http/context.ts";

/** Who plays which part in the demo organization. */
export const cast = {
  owner: { fullName: "Mara Lindqvist", email: "mara.lindqvist@example.com", role: 100 },
  admin: { fullName: "Kofi Mensah", email: "kofi.mensah@example.com", role: 200 },
  moderator: { fullName: "Inês Carvalho", email: "ines.carvalho@example.com", role: 300 },
  member: { fullName: "Tomasz Wójcik", email: "tomasz.wojcik@example.com", role: 400 },
  member2: { fullName: "Yuki Tanaka", email: "yuki.tanaka@example.com", role: 400 },
  guest: { fullName: "Priya Raman", email: "priya.raman@example.com", role: 600 },
  bot: { fullName: "Deploy Bot", email: "deploy-bot@example.com", role: 400 },
} as const satisfies Record<string, { fullName: string; email: string; role: Role }>;

export type Part = keyof typeof cast;
export const parts = Object.keys(cast) as Part[];

/** Channels of the demo organization, and who is in them. */
export const channels = {
  general: { description: "For everybody", people: parts },
  engineering: { description: "Building and running things", people: ["owner", "admin", "member"] },
  private: { description: "Plans that are not for everybody yet", people: ["owner", "member"] },
} as const satisfies Record<string, { description: string; people: readonly Part[] }>;

export type DemoChannel = keyof typeof channels;

/**
 * The password of a part; the bot has none. It follows from the server's secret, so that it need not be kept anywhere
 * until the credentials are written.
 */
export const passwordOf = (part: Part, secret: Uint8Array): string | null =>
  part === "bot" ? null : createHmac("sha256", secret).update(`demo-password:${part}`).digest("base64url").slice(0, 16);
