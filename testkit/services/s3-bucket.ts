import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { BucketSettings } from "@parlance/kernel/files/settings.ts";
import { afterFile } from "../cleanup.ts";

const BUCKET_NAME = "chat";

export interface TestBucket extends BucketSettings {
  /** Folder in which the service stores the bucket's objects, and the parts of uploads in progress. */
  readonly folder: string;
}

/**
 * Starts a service that supports the S3 protocol, with an empty bucket. Stopped and deleted when the file's tests are
 * done.
 */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "parlance-bucket-"));
  const service = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET_NAME }],
  });
  const { port } = await service.run();
  afterFile(async () => {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  });
  // The service accepts only this key.
  return {
    folder: directory,
    url: `http://127.0.0.1:${port}/${BUCKET_NAME}`,
    region: "us-east-1",
    keyId: "S3RVER",
    secret: "S3RVER",
  };
}
