import { z } from "zod";
import type { FileStore } from "#kernel/files/store.ts";
import { sweep } from "#kernel/files/sweep.ts";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { forgetResumableUploads } from "./actions/forget-resumable-uploads.ts";
import { PIECES } from "./receive-pieces.ts";
import { piecesWithoutUpload } from "./resumable-uploads.ts";

/** Forgets uploads that nobody has gone on with for a day. */
export const forgetAbandonedUploads: JobDeclaration = {
  name: "forget-abandoned-uploads",
  payload: z.object({}),
  schedule: "41 * * * *",
  async run({ db, clock, signal }) {
    const expiredBefore = clock.now();
    while (!signal.aborted) {
      if ((await db.write((tx) => forgetResumableUploads(tx, { expiredBefore }))) === 0) return;
    }
  },
};

/** Deletes pieces that a server that was killed had stored and not noted. */
export const sweepPieces = (files: FileStore): JobDeclaration => ({
  name: "sweep-pieces",
  payload: z.object({}),
  schedule: "47 4 * * 0",
  run: ({ db, clock, signal }) =>
    sweep({ files, prefix: PIECES, clock, signal }, (names) => piecesWithoutUpload(db.reader, names)),
});
