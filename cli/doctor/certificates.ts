import { errorText } from "@parlance/kernel/base/error-description.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadFailedOrders } from "@parlance/server/https/acme/failed-orders.ts";
import { daysLeft, WARNING_DAYS } from "@parlance/server/https/certificate.ts";
import { readCertificateFiles } from "@parlance/server/https/certificate-files.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Checks the certificate files, if the settings name any. */
export async function checkCertificateFiles({ server }: Config): Promise<Finding[]> {
  const { certificates } = server.https ?? {};
  if (!certificates || !("certFile" in certificates)) return [];
  const advice = "Replace the files; a running server picks them up within seconds.";
  try {
    const { validUntil, names } = await readCertificateFiles(certificates);
    const host = new URL(server.url).hostname;
    const days = daysLeft(validUntil, new Date());
    if (days < 0) return [fail("certificate", `expired on ${validUntil.toISOString()}`, advice)];
    if (!names(host)) return [fail("certificate", `does not name ${host}`, advice)];
    const message = `valid for ${days} more days`;
    return [days < WARNING_DAYS ? warn("certificate", message, advice) : ok("certificate", message)];
  } catch (error) {
    return [fail("certificate", errorText(error), advice)];
  }
}

/** Checks whether the server has obtained certificates, if it orders them from a certificate authority. */
export async function checkCertificateOrders(db: Reader, { acmeDirectoryUrl }: Config): Promise<Finding[]> {
  if (acmeDirectoryUrl === undefined) return [];
  const failed = await loadFailedOrders(db);
  if (failed.length === 0) return [ok("certificates", "all ordered certificates have been issued")];
  const advice = "See docs/https.md for the required DNS and port setup. The server retries automatically.";
  return failed.map(({ host, last_error }) => warn("certificates", `none for ${host}: ${last_error}`, advice));
}
