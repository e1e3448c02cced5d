import { createHmac, timingSafeEqual } from "node:crypto";
import type { LoginResult } from "../credentials/password-login.ts";

/** How long somebody may take to type the code, in milliseconds. */
const TICKET_VALID_MS = 10 * 60_000;

interface Binding {
  readonly secret: Uint8Array;
  readonly realm: { readonly id: number };
  readonly now: Date;
}

/** Says that somebody has given the right password, or that a site vouches for them, for the form that asks for more. */
export function createLoginTicket({ userId, method, through }: LoginResult, binding: Binding): string {
  const facts = JSON.stringify([userId, method, binding.now.getTime() + TICKET_VALID_MS, through ?? null]);
  const body = Buffer.from(facts).toString("base64url");
  return `${body}.${sign(body, binding)}`;
}

/** Who has given the password; null where it was too long ago, or it is no ticket of this organization. */
export function parseLoginTicket(ticket: string, binding: Binding): LoginResult | null {
  const [body = "", signature = ""] = ticket.split(".");
  const [expected, given] = [Buffer.from(sign(body, binding)), Buffer.from(signature)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const facts = JSON.parse(Buffer.from(body, "base64url").toString()) as [number, string, number, string | null];
  const [userId, method, expiresAt, through] = facts;
  return expiresAt > binding.now.getTime()
    ? { userId, method, through: through ?? undefined, secondFactor: null }
    : null;
}

const sign = (body: string, { secret, realm }: Binding): string =>
  createHmac("sha256", secret).update(`ticket:${realm.id}:${body}`).digest("base64url");
