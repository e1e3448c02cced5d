import { z } from "zod";
import { InvalidBouncerPublicKey, InvalidEncryptedPushRegistration, RequestExpired } from "./errors.ts";
import type { KeyPair } from "./key-pairs.ts";
import { appId, apnsToken, fcmToken } from "./push-tokens.ts";

/** Maximum age of a registration, and maximum time by which a phone's clock may be ahead, in seconds. */
const MAX_AGE_SECONDS = 86_400;

const registration = z.discriminatedUnion("token_kind", [
  z.object({ token_kind: z.literal("apns"), token: apnsToken, timestamp: z.number(), ios_app_id: appId }),
  z.object({ token_kind: z.literal("fcm"), token: fcmToken, timestamp: z.number(), ios_app_id: z.null().optional() }),
]);

/** Data that a phone's app has encrypted for the relay, so that the chat server cannot read it. */
export type Registration = z.output<typeof registration>;

/**
 * Decrypts a registration that a phone has sealed (encrypted) for one of the relay's keys.
 * @throws InvalidBouncerPublicKey, InvalidEncryptedPushRegistration, RequestExpired
 */
export async function unsealRegistration(
  sealed: string,
  publicKey: string,
  { keys, now }: { readonly keys: readonly KeyPair[]; readonly now: Date },
): Promise<Registration> {
  const pair = keys.find((one) => one.public_key === publicKey);
  if (!pair) throw new InvalidBouncerPublicKey();
  const { success, data } = registration.safeParse(await unsealWith(sealed, pair));
  if (!success) throw new InvalidEncryptedPushRegistration();
  if (Math.abs(now.getTime() / 1000 - data.timestamp) > MAX_AGE_SECONDS) throw new RequestExpired();
  return data;
}

/** Decrypts and parses sealed JSON. Returns undefined if this fails. */
async function unsealWith(sealed: string, pair: KeyPair): Promise<unknown> {
  const { default: sodium } = await import("libsodium-wrappers");
  await sodium.ready;
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
  try {
    const opened = sodium.crypto_box_seal_open(bytes(sealed), bytes(pair.public_key), bytes(pair.private_key));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(opened));
  } catch {
    return undefined;
  }
}
