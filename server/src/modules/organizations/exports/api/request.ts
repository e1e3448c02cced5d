import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { exactly, int } from "@parlance/kernel/http/params.ts";
import { requestExport } from "../actions/request-export.ts";
import { TooManyExports, TooMuchToExport } from "../errors.ts";
import { exportTypes } from "../export-types.ts";
import { countMessages } from "../queries.ts";

/** Maximum number of messages for an export through the API. Exporting more would keep the server busy for too long. */
const MAX_MESSAGES = 250_000;

const types: readonly number[] = Object.values(exportTypes);

/** Creates the endpoint. `contact` is the contact address that the error shows if there are too many messages. */
export const request = (contact: string): Endpoint =>
  endpoint.write({
    route: "POST /export/realm",
    summary: "Start a data export",
    description:
      "Exports the organization's data to one file in the background. `realm_export` events and `GET /export/realm` " +
      "report the status, and the notification bot informs the caller when the export is complete. Limited to five " +
      "exports in seven days, of at most 250,000 messages each.",
    access: "admin",
    input: z.object({
      export_type: int()
        .refine(
          (type) => types.includes(type),
          exactly(() => "Invalid export_type"),
        )
        .meta({ enum: types })
        .default(exportTypes.public)
        .describe("1 data that all members can read; 2 also data of users who consent."),
    }),
    response: z.object({ id: z.int() }),
    errors: [TooManyExports, TooMuchToExport],
    async handler(ctx, { input }) {
      const messages = await countMessages(ctx.tx, ctx.realm.id, MAX_MESSAGES + 1);
      if (messages > MAX_MESSAGES) throw new TooMuchToExport({ address: contact });
      return { id: await requestExport(ctx, input.export_type) };
    },
  });
