import { HttpConnection, bodyText } from "../http-connection.ts";
import { encodeRequest } from "../load.ts";
import { BenchOrganization } from "../bench-organization.ts";
import { measureInterleaved } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";
import { startBareServer, startMeasuredServer } from "../start-servers.ts";

const MESSAGES = 5000;
const SUBSCRIBERS = 100;
const TOPICS = ["Lunch", "Dinner"] as const;

export const move: Row = {
  name: "move",
  work: `PATCH /messages/{id}, a topic of ${MESSAGES.toLocaleString("en")} messages becomes another, found and remembered as such`,
  limit: "one UPDATE of the topics of these messages, durably, in node:http",
  unit: "ms",
  budget: timeAtMost(20),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await BenchOrganization.create(postgres));
  const ours = cleanup.use(await startMeasuredServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const first = await organization.addTopic(channel, { topic: TOPICS[0], messages: MESSAGES });
  const { connection } = organization;
  const bare = cleanup.use(await startBareServer("move-topic", { connection, channelId: channel.id }));
  await organization.flushStatistics();

  const toOurs = cleanup.use(await HttpConnection.open(ours.port));
  const toBare = cleanup.use(await HttpConnection.open(bare.port));
  const mover = (to: HttpConnection) => {
    let moves = 0;
    return async () => {
      moves += 1;
      const began = performance.now();
      const answer = await to.fetch(request(organization, first, TOPICS[moves % 2] as string));
      const time = performance.now() - began;
      const { result, msg } = JSON.parse(bodyText(answer)) as { result?: string; msg?: string };
      if (result !== "success") throw new Error(`the messages did not move: ${msg}`);
      return time;
    };
  };
  return { rounds: await measureInterleaved(quick ? 6 : 30, mover(toOurs), mover(toBare)) };
}

const request = ({ owner }: BenchOrganization, messageId: number, topic: string): Buffer =>
  encodeRequest({
    method: "PATCH",
    path: `/messages/${messageId}`,
    parameters: { topic, propagate_mode: "change_all", send_notification_to_new_thread: false },
    authorization: owner.authorization,
  });
