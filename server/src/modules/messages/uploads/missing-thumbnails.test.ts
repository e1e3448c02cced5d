import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, days, createTestOrganization, type TestUser, startServer, until } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { picture } from "./fixtures/pictures.ts";
import { linkTo, uploadAs } from "./fixtures/upload-files.ts";
import { makeMissingThumbnailsJob } from "./jobs.ts";

const server = await startServer({}, { withJobs: true });

async function untilShown(reader: TestUser, message: number, image: RegExp): Promise<void> {
  await until(async () => image.test((await reader.callOrThrow("GET", `/messages/${message}`)).message.content));
}

/** Resets a picture to its state before thumbnails were made. */
const unmakeThumbnails = (url: string): Promise<unknown> =>
  server.db.pool.query(
    `update attachment_picture set is_decided = false, still_bytes = null, moving_bytes = null
     from attachment where attachment.id = attachment_id and path_id = $1`,
    [url.replace("/user_uploads/", "")],
  );

/**
 * Returns the number of jobs that were enqueued for a message because it was sent or edited before its pictures had
 * thumbnails.
 */
async function countJobs(message: number): Promise<number> {
  const { rows } = await server.db.pool.query<{ enqueued: number }>(
    `select count(*)::int as enqueued from jobs.job
     where name = 'show-pictures' and (data->>'message_id')::bigint = $1`,
    [message],
  );
  return rows[0]?.enqueued ?? 0;
}

/** Resets a picture to the state of a picture that was uploaded before the server could make thumbnails. */
const forgetThumbnails = (url: string): Promise<unknown> =>
  server.db.pool.query(
    `update attachment_picture
     set is_decided = false, width = null, height = null, still_bytes = null, moving_bytes = null
     from attachment where attachment.id = attachment_id and path_id = $1`,
    [url.replace("/user_uploads/", "")],
  );

test("a picture without thumbnails is displayed in its original size until it has thumbnails", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, await picture(), "cat.png");
  const first = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  await untilShown(othello, first, /src="\/user_uploads\/thumbnail\//);
  await forgetThumbnails(url);
  const message = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  const itself = new RegExp(`<img src="${url}">`);
  await untilShown(othello, message, itself);

  const run = (ms: number) =>
    makeMissingThumbnailsJob.run(
      {
        db: server.db,
        clock: { elapsed: () => clock.elapsed(), now: () => new Date(clock.now().getTime() + ms) },
        log: createLogger({ level: "silent" }),
        signal: new AbortController().signal,
      },
      {},
    );
  await run(0);
  await untilShown(othello, message, itself);
  await run(days(1));
  await untilShown(othello, message, /data-original-dimensions="1680x840" src="\/user_uploads\/thumbnail\//);
});

test("sending or editing a message enqueues a job if it links to a picture whose thumbnails are still being made, and otherwise not", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, await picture(), "cat.png");
  const shown = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  await untilShown(othello, shown, /src="\/user_uploads\/thumbnail\//);
  const later = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  assert.equal(await countJobs(later), 0);
  await unmakeThumbnails(url);
  const sent = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  assert.equal(await countJobs(sent), 1);
  await hamlet.callOrThrow("PATCH", `/messages/${sent}`, { content: `Look: ${linkTo(url)}` });
  assert.equal(await countJobs(sent), 2);
});
