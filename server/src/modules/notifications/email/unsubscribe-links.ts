import { createHmac } from "node:crypto";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";

/** Kinds of email that contain a link to turn them off. */
export const emailKinds = ["notices", "digest"] as const;
export type EmailKind = (typeof emailKinds)[number];

/** A user and a kind of email. */
export interface EmailSubscription {
  readonly userId: number;
  readonly kind: EmailKind;
}

const createProof = (secret: Uint8Array, { userId, kind }: EmailSubscription): Buffer =>
  createHmac("sha256", secret).update(`unsubscribe:${kind}:${userId}`).digest().subarray(0, 16);

/**
 * Returns the key with which a user's emails can be turned off without a password: `KIND-USER-PROOF`. The key permits
 * nothing else. It never expires, because links in old emails must keep working.
 */
export const unsubscribeKey = (secret: Uint8Array, of: EmailSubscription): string =>
  `${of.kind}-${of.userId}-${createProof(secret, of).toString("base64url")}`;

/** Returns the URL of the page that turns off a kind of email. */
export const unsubscribeUrl = (realmUrl: string, key: string): string => `${realmUrl}/unsubscribe/${key}`;

const KEY = /^([a-z]+)-(\d{1,10})-([\w-]{22})$/;

/** Returns the user and the kind of email for a key; null if the key is invalid. */
export function verifyUnsubscribeKey(secret: Uint8Array, key: string): EmailSubscription | null {
  const [, name, id, proof = ""] = KEY.exec(key) ?? [];
  const kind = emailKinds.find((one) => one === name);
  if (!kind) return null;
  const subscription = { kind, userId: Number(id) };
  return isSameSecret(Buffer.from(proof, "base64url"), createProof(secret, subscription)) ? subscription : null;
}
