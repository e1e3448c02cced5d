// Additional actions for the load of a soak test. Users search, mention, write to a user who is away, and lose their
// connections.
import { request } from "node:http";
import { once } from "node:events";
import type { TestUser } from "../../testkit/organization/test-user.ts";
import type { LoadAction } from "../load/mixed-load.ts";

/** Length of the body of an upload that is aborted, and number of bytes that are sent before, both in bytes. */
const ABORTED_UPLOAD = { length: 100_000, sent: 20_000 };
const SEARCHES = ["load", "load 1", "nothing-like-it", "edit"];

/** Returns the actions. `away` is a user who has no client, and therefore receives missed-message emails. */
export function createSoakActions(channel: number, away: TestUser): readonly LoadAction[] {
  const search: LoadAction = (user, dice) =>
    user.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 50,
      num_after: 0,
      narrow: [{ operator: "search", operand: dice.pick(SEARCHES) }],
    });
  const mention: LoadAction = (user, _, acknowledged) =>
    acknowledged.send(user, { type: "channel", to: channel, topic: "mentions" }, ` @**${away.fullName}**`);
  const writeToAway: LoadAction = (user, _, acknowledged) => acknowledged.send(user, { type: "direct", to: [away.id] });
  const scatteredReads: LoadAction = async (user, dice) => {
    const { messages } = await user.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 100,
      num_after: 0,
    });
    const read = messages.filter(() => dice.boolean()).map(({ id }) => id);
    if (read.length > 0) await user.callOrThrow("POST", "/messages/flags", { messages: read, op: "add", flag: "read" });
  };
  return [search, mention, writeToAway, scatteredReads, abortDownload, abortUpload];
}

/** Requests a large response, and closes the connection when the response starts. */
const abortDownload: LoadAction = async (user) => {
  const outgoing = send(user, "GET", "/api/v1/messages?anchor=newest&num_before=1000&num_after=0");
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [{ destroy(): void }];
  response.destroy();
};

/** Sends the beginning of an upload, and closes the connection. */
const abortUpload: LoadAction = async (user) => {
  const outgoing = send(user, "POST", "/api/v1/user_uploads", {
    "content-type": "multipart/form-data; boundary=cut",
    "content-length": String(ABORTED_UPLOAD.length),
  });
  outgoing.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="cut.txt"\r\n\r\n');
  await new Promise((sent) => outgoing.write(Buffer.alloc(ABORTED_UPLOAD.sent), sent));
  outgoing.destroy();
};

function send(user: TestUser, method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { port, host } = user.site;
  const outgoing = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    agent: false,
    headers: { host, ...user.credentials, ...headers },
  });
  // Closing the connection on purpose causes this error.
  outgoing.on("error", () => undefined);
  return outgoing;
}
