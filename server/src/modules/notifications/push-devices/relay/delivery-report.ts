import { z } from "zod";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";

/** By which the service of a phone's maker knows it. */
export interface PhoneToken {
  readonly token_kind: "apns" | "fcm";
  readonly token: string;
}

/** What the relay says of what it was to send. */
export interface DeliveryReport<Phone> {
  /** Phones that there are no more. */
  readonly gone: readonly Phone[];
  /** Phones whose service did not take it for now. */
  readonly unsent: readonly Phone[];
  /** What the relay does for the organization; null: it did not say. */
  readonly status: PushStatus | null;
}

/** Whether the relay sends anything for an organization, and until when. */
export interface PushStatus {
  readonly canPush: boolean;
  /** UNIX seconds; null: no end is known. */
  readonly endsAt: number | null;
}

const status = z
  .object({ can_push: z.boolean(), expected_end_timestamp: z.int().nullable() })
  .transform(({ can_push: canPush, expected_end_timestamp: endsAt }): PushStatus => ({ canPush, endsAt }));
const ids = z.array(z.int()).default([]);
/** What cannot be stored is no token that was. */
const tokens = z
  .array(z.string())
  .default([])
  .transform((all) => all.filter(isStorableText));
const lists = z.object({ apple_devices: tokens, android_devices: tokens }).prefault({});

/** Of encrypted notices. */
export const encryptedReport = z
  .object({ delete_device_ids: ids, unsent_device_ids: ids, realm_push_status: status.nullish() })
  .transform(
    ({ delete_device_ids: gone, unsent_device_ids: unsent, realm_push_status: said }): DeliveryReport<number> => ({
      gone,
      unsent,
      status: said ?? null,
    }),
  );

/** Of notices without encryption. */
export const unencryptedReport = z
  .object({ deleted_devices: lists, unsent_devices: lists, realm: status.nullish() })
  .transform(({ deleted_devices: gone, unsent_devices: unsent, realm: said }): DeliveryReport<PhoneToken> => ({
    gone: tokensIn(gone),
    unsent: tokensIn(unsent),
    status: said ?? null,
  }));

const tokensIn = ({ apple_devices: apple, android_devices: google }: z.output<typeof lists>): PhoneToken[] => [
  ...apple.map((token) => ({ token_kind: "apns", token }) as const),
  ...google.map((token) => ({ token_kind: "fcm", token }) as const),
];

/** Tokens as the relay has them, apart by maker. */
export function tokenLists(all: readonly PhoneToken[]): z.output<typeof lists> {
  const { apns = [], fcm = [] } = Object.groupBy(all, ({ token_kind: kind }) => kind);
  return { apple_devices: apns.map(({ token }) => token), android_devices: fcm.map(({ token }) => token) };
}
