import type { Tx } from "@parlance/kernel/db/types.ts";

/** How long a process may be at ordering a certificate, before another one takes it for gone, in milliseconds. */
export const ORDER_TIMEOUT_MS = 5 * 60_000;

/** Remembers that hosts want certificates from somewhere. Those that have one from elsewhere want another at once. */
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

/** Begins with the order for a host. Undefined where it is not due, or another process was faster. */
export async function startOrder(tx: Tx, host: string, now: Date): Promise<{ failures: number } | undefined> {
  return tx
    .updateTable("https_certificate")
    .set({ next_try_at: new Date(now.getTime() + ORDER_TIMEOUT_MS) })
    .where("host", "=", host)
    .where("next_try_at", "<=", now)
    .returning("failures")
    .executeTakeFirst();
}

/** A certificate as it was given out; the key follows from the salt. */
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

/** Notes that an order came to nothing. */
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

/** Leaves an order to the next process, as if it had not begun. */
export async function releaseOrder(tx: Tx, host: string, now: Date): Promise<void> {
  await tx.updateTable("https_certificate").set({ next_try_at: now }).where("host", "=", host).execute();
}

/** Has all processes show what proves that a host is ours; null: no longer. */
export async function storeChallenge(tx: Tx, host: string, challenge: string | null): Promise<void> {
  await tx.updateTable("https_certificate").set({ challenge }).where("host", "=", host).execute();
}
