// What users do in a soak beside the usual: they search, mention, write to a user who is away, and lose their connections.
import { request } from "node:http";
import { once } from "node:events";
import type { Person } from "../../testkit/organization/test-user.ts";
import type { Act } from "../load/mixed-load.ts";

/** Bytes of the body of an upload that is cut: fewer than its length says. */
const CUT_UPLOAD = { length: 100_000, sent: 20_000 };
const SEARCHES = ["load", "load 1", "nothing-like-it", "edit"];

/** Acts for a mixed load. `away` is a user without a client, who gets emails about what was missed. */
export function soakActs(channel: number, away: Person): readonly Act[] {
  const search: Act = (user, dice) =>
    user.does("GET", "/messages", {
      anchor: "newest",
      num_before: 50,
      num_after: 0,
      narrow: [{ operator: "search", operand: dice.of(SEARCHES) }],
    });
  const mention: Act = (user, _, acknowledged) =>
    acknowledged.send(user, { type: "channel", to: channel, topic: "mentions" }, ` @**${away.fullName}**`);
  const writeToAway: Act = (user, _, acknowledged) => acknowledged.send(user, { type: "direct", to: [away.id] });
  const scatteredReads: Act = async (user, dice) => {
    const { messages } = await user.does("GET", "/messages", { anchor: "newest", num_before: 100, num_after: 0 });
    const read = messages.filter(() => dice.yes()).map(({ id }) => id);
    if (read.length > 0) await user.does("POST", "/messages/flags", { messages: read, op: "add", flag: "read" });
  };
  return [search, mention, writeToAway, scatteredReads, cutDownload, cutUpload];
}

/** Asks for a large answer, and cuts the connection at its first bytes. */
const cutDownload: Act = async (user) => {
  const outgoing = send(user, "GET", "/api/v1/messages?anchor=newest&num_before=1000&num_after=0");
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [{ destroy(): void }];
  response.destroy();
};

/** Sends a part of an upload, and cuts the connection. */
const cutUpload: Act = async (user) => {
  const outgoing = send(user, "POST", "/api/v1/user_uploads", {
    "content-type": "multipart/form-data; boundary=cut",
    "content-length": String(CUT_UPLOAD.length),
  });
  outgoing.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="cut.txt"\r\n\r\n');
  await new Promise((sent) => outgoing.write(Buffer.alloc(CUT_UPLOAD.sent), sent));
  outgoing.destroy();
};

function send(user: Person, method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { port, host } = user.site;
  const outgoing = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    agent: false,
    headers: { host, ...user.credentials, ...headers },
  });
  // A connection that is cut on purpose reports that.
  outgoing.on("error", () => undefined);
  return outgoing;
}
