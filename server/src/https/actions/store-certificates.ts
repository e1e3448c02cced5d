import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Time after which a process that is placing an order is presumed dead, so that another process takes over, in
 * milliseconds.
 */
export const ORDER_TIMEOUT_MS = 5 * 60_000;

/**
 * Records that hosts need certificates from an authority. The order is due immediately for a new host, and for a host
 * whose certificate is from another authority.
 */
export async function requestCertificates(
  tx: Tx,
  hosts: readonly string[],
  { directoryUrl, now }: { directoryUrl: string; now: Date },
): Promise<void> {
  await tx
    .insertInto("https_certificate")
    .values(hosts.map((host) => ({ host, directory_url: directoryUrl, next_try_at: now })))
    .onConflict((conflict) =>
      conflict
        .column("host")
        .doUpdateSet({ directory_url: directoryUrl, next_try_at: now, failures: 0, last_error: null })
        .where("https_certificate.directory_url", "!=", directoryUrl),
    )
    .execute();
}

/** Claims the order for a host. Undefined if the order is not due, or if another process has claimed it. */
export async function startOrder(tx: Tx, host: string, now: Date): Promise<{ failures: number } | undefined> {
  return tx
    .updateTable("https_certificate")
    .set({ next_try_at: new Date(now.getTime() + ORDER_TIMEOUT_MS) })
    .where("host", "=", host)
    .where("next_try_at", "<=", now)
    .returning("failures")
    .executeTakeFirst();
}

/** An issued certificate. Its private key is derived from the salt. */
export interface OrderedCertificate {
  readonly chain: string;
  readonly salt: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly nextTryAt: Date;
}

export async function storeCertificate(tx: Tx, host: string, ordered: OrderedCertificate): Promise<void> {
  const { chain, salt, validFrom, validUntil, nextTryAt } = ordered;
  await tx
    .updateTable("https_certificate")
    .set({ chain, salt, valid_from: validFrom, valid_until: validUntil, next_try_at: nextTryAt })
    .set({ failures: 0, last_error: null })
    .where("host", "=", host)
    .execute();
}

/** Records a failed order. */
export async function storeFailure(
  tx: Tx,
  host: string,
  { reason, nextTryAt }: { reason: string; nextTryAt: Date },
): Promise<void> {
  await tx
    .updateTable("https_certificate")
    .set((row) => ({ failures: row("failures", "+", 1), last_error: reason, next_try_at: nextTryAt }))
    .where("host", "=", host)
    .execute();
}

/** Makes an order due again at once, so that another process can place it. */
export async function releaseOrder(tx: Tx, host: string, now: Date): Promise<void> {
  await tx.updateTable("https_certificate").set({ next_try_at: now }).where("host", "=", host).execute();
}

/** Stores the challenge certificate with which all processes prove control of a host; null removes it. */
export async function storeChallenge(tx: Tx, host: string, challenge: string | null): Promise<void> {
  await tx.updateTable("https_certificate").set({ challenge }).where("host", "=", host).execute();
}
