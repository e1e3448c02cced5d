import { Connection, textOf } from "../http-connection.ts";
import { toBytes } from "../load.ts";
import { Organization } from "../bench-organization.ts";
import { interleave } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";
import { startBare, startOurs } from "../start-servers.ts";

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
  const organization = cleanup.use(await Organization.create(postgres));
  const ours = cleanup.use(await startOurs(organization));
  const channel = await organization.addChannel(ours.port, { name: "general", size: SUBSCRIBERS });
  const first = await organization.addTopic(channel, { topic: TOPICS[0], messages: MESSAGES });
  const { connection } = organization;
  const bare = cleanup.use(await startBare("move", { connection, channelId: channel.id }));
  await organization.settle();

  const toOurs = cleanup.use(await Connection.open(ours.port));
  const toBare = cleanup.use(await Connection.open(bare.port));
  const mover = (to: Connection) => {
    let moves = 0;
    return async () => {
      moves += 1;
      const began = performance.now();
      const answer = await to.fetch(request(organization, first, TOPICS[moves % 2] as string));
      const time = performance.now() - began;
      const { result, msg } = JSON.parse(textOf(answer)) as { result?: string; msg?: string };
      if (result !== "success") throw new Error(`the messages did not move: ${msg}`);
      return time;
    };
  };
  return { rounds: await interleave(quick ? 6 : 30, mover(toOurs), mover(toBare)) };
}

const request = ({ owner }: Organization, messageId: number, topic: string): Buffer =>
  toBytes({
    method: "PATCH",
    path: `/messages/${messageId}`,
    parameters: { topic, propagate_mode: "change_all", send_notification_to_new_thread: false },
    authorization: owner.authorization,
  });
