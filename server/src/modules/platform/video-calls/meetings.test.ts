import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { fetchPath, createTestOrganization, startServer, type TestUser } from "@parlance/testkit";

const SECRET = "a secret of the meeting server";

/** The requests that the simulated meeting server received, and its usual response. */
const requests: URL[] = [];
let usualResponse = "<response><returncode>SUCCESS</returncode><createTime>1700000000123</createTime></response>";

/** Handlers for the meeting server's next responses, used instead of the usual response. */
const answers: RequestListener[] = [];

const meetings = createServer((request, response) => {
  requests.push(new URL(request.url ?? "", "http://meet.example"));
  const answer = answers.shift();
  if (answer) answer(request, response);
  else response.end(usualResponse);
});
await new Promise<void>((resolve) => meetings.listen(0, "127.0.0.1", resolve));
after(() => meetings.close());

const url = `http://127.0.0.1:${(meetings.address() as AddressInfo).port}/bigbluebutton/`;
const server = await startServer({ bigBlueButtonUrl: url, bigBlueButtonSecret: SECRET });

/** Returns the parameters of a call, and asserts that its checksum is correct. */
function verified(call: string, address: URL): Record<string, string> {
  const [query = "", checksum] = address.search.slice(1).split("&checksum=");
  assert.equal(checksum, createHash("sha256").update(`${call}${query}${SECRET}`).digest("hex"));
  assert.equal(address.pathname, `/bigbluebutton/api/${call}`);
  return Object.fromEntries(new URLSearchParams(query));
}

const calls = async (person: TestUser, parameters: { meeting_name: string; voice_only?: boolean }): Promise<string> =>
  (await person.callOrThrow("GET", "/calls/bigbluebutton/create", parameters)).url;

const joins = async (person: TestUser, meeting: string) => {
  const { status, headers, bytes } = await person.fetch(meeting);
  return { status, to: headers.location, msg: status === 302 ? "" : JSON.parse(bytes.toString()).msg };
};

test("the creator of a meeting moderates it, and all participants join the same meeting under their own names", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const meeting = await calls(hamlet, { meeting_name: "Ghost & co, at midnight", voice_only: true });
  assert.equal(requests.length, 0);
  const meetingUrls = [await joins(hamlet, meeting), await joins(othello, meeting)];
  const [made, again] = requests.splice(0).map((address) => verified("create", address));
  assert.deepEqual(made, again);
  const { meetingID, ...rest } = made ?? {};
  assert.deepEqual(rest, { name: "Ghost & co, at midnight", lockSettingsDisableCam: "true" });
  const [first, second] = meetingUrls.map(({ to }) => verified("join", new URL(to ?? "")));
  const same = { meetingID, createTime: "1700000000123" };
  assert.deepEqual(first, { ...same, role: "MODERATOR", fullName: "King Hamlet" });
  assert.deepEqual(second, { ...same, role: "VIEWER", fullName: "Othello" });
});

test("each call creates its own meeting, even under the same name", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (const _ of [1, 2]) await joins(hamlet, await calls(hamlet, { meeting_name: "Again" }));
  const ids = requests.splice(0).map((address) => address.searchParams.get("meetingID"));
  assert.equal(new Set(ids).size, 2);
});

test("users cannot join a meeting of another organization or a forged one, and joining requires an account", async () => {
  const { hamlet } = await createTestOrganization(server);
  const elsewhere = await createTestOrganization(server);
  const meeting = await calls(hamlet, { meeting_name: "Council" });
  const foreign = { status: 400, to: undefined, msg: "Invalid signature." };
  assert.deepEqual(await joins(elsewhere.hamlet, meeting), foreign);
  const madeUp = Buffer.from(JSON.stringify({ id: "x" })).toString("base64url");
  for (const one of [
    meeting.replace(/.(?=.$)/, (last) => (last === "A" ? "B" : "A")),
    `${meeting}.`,
    meeting.split(".")[0],
  ]) {
    assert.equal((await joins(hamlet, one ?? "")).status, 400);
  }
  for (const query of ["", "?bigbluebutton=", `?bigbluebutton=${madeUp}.`, "?bigbluebutton=%00.%ff"]) {
    assert.deepEqual(await joins(hamlet, `/calls/bigbluebutton/join${query}`), foreign);
  }
  assert.equal((await fetchPath(hamlet.site, meeting)).status, 401);
  assert.deepEqual(requests, []);
});

test("errors of the meeting server are reported", async () => {
  const { hamlet } = await createTestOrganization(server);
  const meeting = await calls(hamlet, { meeting_name: "Council" });
  const usual = usualResponse;
  for (const [answer, msg] of [
    [
      "<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>",
      "Error authenticating to the BigBlueButton server.",
    ],
    ["<response><returncode>FAILED</returncode></response>", "BigBlueButton server returned an unexpected error."],
    ["", "BigBlueButton server returned an unexpected error."],
    ["x".repeat(100_000), "BigBlueButton server returned an unexpected error."],
  ] as const) {
    usualResponse = answer;
    assert.equal((await joins(hamlet, meeting)).msg, msg);
  }
  usualResponse = usual;
  const away = await startServer({ bigBlueButtonUrl: "http://127.0.0.1:1/", bigBlueButtonSecret: SECRET });
  const { othello } = await createTestOrganization(away);
  const there = await calls(othello, { meeting_name: "Council" });
  assert.equal((await joins(othello, there)).msg, "Error connecting to the BigBlueButton server.");
});

test("if the meeting server disconnects, redirects or sends an endless response, users get an error that says whether it could be reached", async () => {
  const { hamlet } = await createTestOrganization(server);
  const meeting = await calls(hamlet, { meeting_name: `${"x".repeat(63)}🎭` });
  requests.length = 0;
  const connecting = "Error connecting to the BigBlueButton server.";
  const unexpected = "BigBlueButton server returned an unexpected error.";
  const success = "<returncode>SUCCESS</returncode>";
  let sent = 0;
  const cases: readonly (readonly [RequestListener, string])[] = [
    [(_, response) => void response.writeHead(200).write(success, () => response.destroy()), connecting],
    [(_, response) => void response.writeHead(302, { location: `${url}elsewhere` }).end(), connecting],
    [({ socket }) => void socket.destroy(), connecting],
    [({ socket }) => void socket.end("no HTTP\r\n\r\n"), connecting],
    [
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(2 ** 24))),
      unexpected,
    ],
    [(_, response) => void response.writeHead(500).end(`${success}<createTime>1</createTime>`), unexpected],
    [(_, response) => void response.end(`${success}<createTime>${"1".repeat(60_000)}</createTime>`), unexpected],
    [(_, response) => void response.end(Buffer.from([0xff, 0xfe, 0, 0x3c])), unexpected],
    [
      (_, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
        };
        response.on("drain", more);
        more();
      },
      unexpected,
    ],
  ];
  for (const [answer, msg] of cases) {
    answers.push(answer);
    assert.equal((await joins(hamlet, meeting)).msg, msg);
  }
  assert.ok(sent < 2 ** 24, `${sent} bytes were received`);
  // No redirect was followed, and the shortened name does not end with an unpaired surrogate.
  assert.ok(requests.every(({ pathname }) => pathname === "/bigbluebutton/api/create"));
  assert.equal(requests.splice(0)[0]?.searchParams.get("name"), "x".repeat(63));
});

test("BigBlueButton is offered only if a meeting server is configured", async () => {
  const { desdemona } = await createTestOrganization(server);
  const { state } = await desdemona.registerQueue({ event_types: ["realm"] });
  const ids = (offered: object) => Object.values(offered as Record<string, { id: number }>).map(({ id }) => id);
  assert.deepEqual(ids(state["realm_available_video_chat_providers"]), [0, 1, 4]);
  await desdemona.callOrThrow("PATCH", "/realm", { video_chat_provider: 4 });

  const without = await createTestOrganization();
  const known = (await without.desdemona.registerQueue({ event_types: ["realm"] })).state;
  assert.deepEqual(ids(known["realm_available_video_chat_providers"]), [0, 1]);
  const { msg } = await without.desdemona.patch("/realm", { video_chat_provider: 4 });
  assert.equal(msg, "Invalid video_chat_provider 4");
  const missing = await without.hamlet.call("GET", "/calls/bigbluebutton/create");
  assert.deepEqual([missing.code, missing.msg], ["REQUEST_VARIABLE_MISSING", "Missing 'meeting_name' argument"]);
});

test("Jitsi Meet calls use the organization's Jitsi server if one is set, otherwise the one in the server settings", async () => {
  const places = async ({ desdemona }: { desdemona: TestUser }) => {
    const { state } = await desdemona.registerQueue({ event_types: ["realm"] });
    return [state["realm_jitsi_server_url"], state["server_jitsi_server_url"], state["jitsi_server_url"]];
  };
  const realm = await createTestOrganization(await startServer({ jitsiUrl: "https://meet.example.com" }));
  assert.deepEqual(await places(realm), [null, "https://meet.example.com", "https://meet.example.com"]);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { jitsi_server_url: "https://own.example.com" });
  const own = "https://own.example.com";
  assert.deepEqual(await places(realm), [own, "https://meet.example.com", own]);
  assert.deepEqual(await places(await createTestOrganization()), [null, null, ""]);
});
