import { createHmac, timingSafeEqual } from "node:crypto";

/** What can be turned off from a letter. */
export const emailKinds = ["notices", "digest"] as const;
export type EmailKind = (typeof emailKinds)[number];

/** Whose letters of which kind. */
export interface EmailSubscription {
  readonly userId: number;
  readonly kind: EmailKind;
}

const createProof = (secret: Uint8Array, { userId, kind }: EmailSubscription): Buffer =>
  createHmac("sha256", secret).update(`unsubscribe:${kind}:${userId}`).digest().subarray(0, 16);

/**
 * What turns somebody's letters off without a password: `KIND-USER-PROOF`. It lets its holder do nothing else, and is good for
 * ever, as links in letters are.
 */
export const unsubscribeKey = (secret: Uint8Array, of: EmailSubscription): string =>
  `${of.kind}-${of.userId}-${createProof(secret, of).toString("base64url")}`;

/** Where somebody turns such letters off. */
export const unsubscribeUrl = (realmUrl: string, key: string): string => `${realmUrl}/unsubscribe/${key}`;

const KEY = /^([a-z]+)-(\d{1,10})-([\w-]{22})$/;

/** Whose letters a key turns off; null: it is none. */
export function verifyUnsubscribeKey(secret: Uint8Array, key: string): EmailSubscription | null {
  const [, name, id, proof = ""] = KEY.exec(key) ?? [];
  const kind = emailKinds.find((one) => one === name);
  if (!kind) return null;
  const subscription = { kind, userId: Number(id) };
  const given = Buffer.from(proof, "base64url");
  const wanted = createProof(secret, subscription);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? subscription : null;
}
