import { createHmac, timingSafeEqual } from "node:crypto";

/** What can be turned off from a letter. */
export const letterKinds = ["notices", "digest"] as const;
export type LetterKind = (typeof letterKinds)[number];

/** Whose letters of which kind. */
export interface Subscription {
  readonly userId: number;
  readonly kind: LetterKind;
}

const proofOf = (secret: Uint8Array, { userId, kind }: Subscription): Buffer =>
  createHmac("sha256", secret).update(`unsubscribe:${kind}:${userId}`).digest().subarray(0, 16);

/**
 * What turns somebody's letters off without a password: `KIND-USER-PROOF`. It lets its holder do nothing else, and is good for
 * ever, as links in letters are.
 */
export const unsubscribeKey = (secret: Uint8Array, of: Subscription): string =>
  `${of.kind}-${of.userId}-${proofOf(secret, of).toString("base64url")}`;

/** Where somebody turns such letters off. */
export const unsubscribeUrl = (realmUrl: string, key: string): string => `${realmUrl}/unsubscribe/${key}`;

const KEY = /^([a-z]+)-(\d{1,10})-([\w-]{22})$/;

/** Whose letters a key turns off; null: it is none. */
export function subscriptionOf(secret: Uint8Array, key: string): Subscription | null {
  const [, name, id, proof = ""] = KEY.exec(key) ?? [];
  const kind = letterKinds.find((one) => one === name);
  if (!kind) return null;
  const subscription = { kind, userId: Number(id) };
  const given = Buffer.from(proof, "base64url");
  const wanted = proofOf(secret, subscription);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? subscription : null;
}
