import { createHmac } from "node:crypto";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";
import type { LoginResult } from "../credentials/password-login.ts";

/** Time in which the second factor (a code or a passkey) must be given, in milliseconds. */
const TICKET_VALID_MS = 10 * 60_000;

interface Binding {
  readonly secret: Uint8Array;
  readonly realm: { readonly id: number };
  readonly now: Date;
}

/**
 * Creates a signed ticket for the form that requests the second factor. It proves that the user has entered the right
 * password, or was authenticated by another login provider.
 */
export function createLoginTicket({ userId, method, through }: LoginResult, binding: Binding): string {
  const facts = JSON.stringify([userId, method, binding.now.getTime() + TICKET_VALID_MS, through ?? null]);
  const body = Buffer.from(facts).toString("base64url");
  return `${body}.${sign(body, binding)}`;
}

/** Returns the login that a ticket proves; null if the ticket has expired or is not valid for this organization. */
export function parseLoginTicket(ticket: string, binding: Binding): LoginResult | null {
  const [body = "", signature = ""] = ticket.split(".");
  if (!isSameSecret(signature, sign(body, binding))) return null;
  const facts = JSON.parse(Buffer.from(body, "base64url").toString()) as [number, string, number, string | null];
  const [userId, method, expiresAt, through] = facts;
  return expiresAt > binding.now.getTime()
    ? { userId, method, through: through ?? undefined, secondFactor: null }
    : null;
}

const sign = (body: string, { secret, realm }: Binding): string =>
  createHmac("sha256", secret).update(`ticket:${realm.id}:${body}`).digest("base64url");
