import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { UnpackedDistribution } from "../../tools/distribution/unpacked-distribution.ts";
import { valueAtMost, type Bench, type Measured, type Row } from "../row.ts";
import type { Round } from "../rounds.ts";

const BUILD = fileURLToPath(new URL("../../tools/dist.ts", import.meta.url));
const MAX_START_MS = 3000;

const run = promisify(execFile);

export const firstStart: Row = {
  name: "first_start",
  work: "the server of a new distribution starts with an empty data directory and its own database, until it listens",
  limit: null,
  unit: "ms",
  budget: valueAtMost(MAX_START_MS),
  comparison: "it measures a distribution, which is built from this checkout",
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-bench-distribution-"));
  bench.cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // PostgreSQL cannot be run as root, so another user must have access to its data
  await run(process.execPath, [BUILD, `${process.platform}-${process.arch}`, "--out", folder]);
  const archive = (await readdir(folder)).find((name) => name.endsWith(".tar.gz")) ?? "";
  bench.progress("first_start: the distribution is built");
  const home = join(folder, "distribution");
  UnpackedDistribution.unpack(join(folder, archive), home);
  // The database is flushed to disk when it is created, which would include the unpacked files.
  await run("sync");
  const rounds: Round[] = [];
  const count = bench.quick ? 3 : 10;
  for (let round = 0; round < count; round += 1) {
    await using server = await new UnpackedDistribution(home).serve(["--data-dir", join(folder, `data-${round}`)]);
    rounds.push({ ours: server.startMs, bare: null });
  }
  return { rounds };
}
