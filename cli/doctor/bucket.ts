import type { Config } from "@parlance/server/app/config/load-config.ts";
import { BucketStore } from "@parlance/kernel/files/bucket-store.ts";
import { fail, type Finding, ok } from "./finding.ts";
import { causeText } from "./outgoing-request.ts";

const CHECK = "bucket";
const TIMEOUT_MS = 10_000;

/** Checks whether the bucket for uploaded files can be listed, if the settings name one. Stores nothing. */
export async function checkBucket({ server }: Pick<Config, "server">): Promise<Finding[]> {
  const { uploadsBucket } = server;
  if (uploadsBucket === undefined) return [];
  const { url } = uploadsBucket;
  try {
    await new BucketStore(uploadsBucket, TIMEOUT_MS).list("")[Symbol.asyncIterator]().next();
    return [ok(CHECK, `${url} can be listed`)];
  } catch (error) {
    const advice =
      "Check the bucket's URL, region and keys in the settings, and that this machine can connect to it. Uploads fail until it responds.";
    return [fail(CHECK, `${url}: ${causeText(error)}`, advice)];
  }
}
