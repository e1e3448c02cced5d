import { z } from "zod";
import { User } from "@parlance/contract/entities/user.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id, json } from "#kernel/http/params.ts";
import { presentUsers } from "../presentation.ts";
import { usersOfRealm } from "../queries.ts";
import { presentationOf, presentationParameters } from "../presentation-parameters.ts";

export const list = endpoint.read({
  route: "GET /users",
  summary: "List people and bots",
  description: "Deactivated ones too, ordered by id.",
  access: "user",
  input: z.object({
    ...presentationParameters,
    user_ids: json(z.array(id())).optional().describe("Only these; ids that do not exist are left out"),
  }),
  response: z.object({ members: z.array(User) }),
  errors: [],
  async handler({ db, actor, realm }, { input }) {
    const rows = await usersOfRealm(db, realm.id, input.user_ids);
    return { members: presentUsers(rows, actor, await presentationOf(db, realm, input, input.user_ids)) };
  },
});
