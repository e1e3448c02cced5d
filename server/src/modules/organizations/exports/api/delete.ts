import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteExport, deletionErrors } from "../actions/delete-export.ts";
import { exportId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deleteOne = endpoint.write({
  route: "DELETE /export/realm/:export_id",
  summary: "Delete the file of a data export",
  description: "Only the file is deleted; the export stays in the list.",
  access: "admin",
  params: z.object({ export_id: exportId().describe("Id of the export.") }),
  response: z.object({}),
  errors: deletionErrors,
  async handler(ctx, { params }) {
    await deleteExport(ctx, params.export_id);
    return {};
  },
});
