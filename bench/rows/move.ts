import { HttpConnection, bodyText } from "../http-connection.ts";
import { encodeRequest } from "../request.ts";
import type { BenchOrganization } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import { timeAtMost, type Bench, type Row, type MeasuredInRounds } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const MESSAGES = 5000;
const SUBSCRIBERS = 100;
const TOPICS = ["Lunch", "Dinner"] as const;

export const move: Row = {
  name: "move",
  work: `PATCH /messages/{id}, moves a topic of ${MESSAGES.toLocaleString("en")} messages to another`,
  limit: "one durable UPDATE of the topics of these messages, in node:http",
  unit: "ms",
  budget: timeAtMost(20),
  ...measuredInRounds({ rounds: { quick: 6, full: 30 }, prepare }),
};

async function prepare({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const organization = cleanup.use(await revision.createOrganization());
  const ours = cleanup.use(await revision.startServer(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const first = await organization.addTopic(channel, { topic: TOPICS[0], messages: MESSAGES });
  await organization.flushStatistics();

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
  return {
    measureRound: mover(cleanup.use(await HttpConnection.open(ours.port))),
    async startBare() {
      const options = { connection: organization.connection, channelId: channel.id };
      const bare = cleanup.use(await startBareServer("move-topic", options));
      await organization.flushStatistics();
      return mover(cleanup.use(await HttpConnection.open(bare.port)));
    },
  };
}

const request = ({ owner }: BenchOrganization, messageId: number, topic: string): Buffer =>
  encodeRequest({
    method: "PATCH",
    path: `/messages/${messageId}`,
    parameters: { topic, propagate_mode: "change_all", send_notification_to_new_thread: false },
    authorization: owner.authorization,
  });
