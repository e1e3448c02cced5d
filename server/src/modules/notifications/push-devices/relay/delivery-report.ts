import { z } from "zod";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";

/** Identifies a phone at the push service of Apple or Google. */
export interface PhoneToken {
  readonly token_kind: "apns" | "fcm";
  readonly token: string;
}

/** The relay's report about notifications that it was asked to send. */
export interface DeliveryReport<Phone> {
  /** Phones that no longer exist. */
  readonly gone: readonly Phone[];
  /** Phones whose push service temporarily rejected the notification. */
  readonly unsent: readonly Phone[];
  /** The relay's push status for the organization; null if the relay did not report it. */
  readonly status: PushStatus | null;
}

/** Whether the relay sends notifications for an organization, and until when. */
export interface PushStatus {
  readonly canPush: boolean;
  /** End of the service in UNIX seconds; null if no end is known. */
  readonly endsAt: number | null;
}

const status = z
  .object({ can_push: z.boolean(), expected_end_timestamp: z.int().nullable() })
  .transform(({ can_push: canPush, expected_end_timestamp: endsAt }): PushStatus => ({ canPush, endsAt }));
const ids = z.array(z.int()).default([]);
/** Tokens that cannot be stored are left out, because no stored token can match them. */
const tokens = z
  .array(z.string())
  .default([])
  .transform((all) => all.filter(isStorableText));
const lists = z.object({ apple_devices: tokens, android_devices: tokens }).prefault({});

/** Report on encrypted notifications. */
export const encryptedReport = z
  .object({ delete_device_ids: ids, unsent_device_ids: ids, realm_push_status: status.nullish() })
  .transform(
    ({
      delete_device_ids: gone,
      unsent_device_ids: unsent,
      realm_push_status: pushStatus,
    }): DeliveryReport<number> => ({
      gone,
      unsent,
      status: pushStatus ?? null,
    }),
  );

/** Report on unencrypted notifications. */
export const unencryptedReport = z
  .object({ deleted_devices: lists, unsent_devices: lists, realm: status.nullish() })
  .transform(({ deleted_devices: gone, unsent_devices: unsent, realm: pushStatus }): DeliveryReport<PhoneToken> => ({
    gone: tokensIn(gone),
    unsent: tokensIn(unsent),
    status: pushStatus ?? null,
  }));

const tokensIn = ({ apple_devices: apple, android_devices: google }: z.output<typeof lists>): PhoneToken[] => [
  ...apple.map((token) => ({ token_kind: "apns", token }) as const),
  ...google.map((token) => ({ token_kind: "fcm", token }) as const),
];

/** Groups tokens by platform, in the format that the relay uses. */
export function tokenLists(all: readonly PhoneToken[]): z.output<typeof lists> {
  const { apns = [], fcm = [] } = Object.groupBy(all, ({ token_kind: kind }) => kind);
  return { apple_devices: apns.map(({ token }) => token), android_devices: fcm.map(({ token }) => token) };
}
